with Ada.Text_IO;

package body Cart is
   type Line is record
      Name  : String (1 .. 3);
      Count : Integer := 1;
   end record;

   procedure Show;

   -- Sums the counts.
   function Total (X : Integer) return Integer is
      Sum : Integer := 0;
   begin
      if X > 1 then
         Sum := X;
      end if;
      return Sum;
   end Total;

   procedure Show is
   begin
      Ada.Text_IO.Put_Line ("cart");
   end Show;
end Cart;
