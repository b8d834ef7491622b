-- The counter of a till.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

-- What the till shows.
entity till is
  generic (
    WIDTH : natural := 8;
    LIMIT : natural := 99
  );
  port (
    clk   : in std_logic;
    -- One for each item.
    scan  : in std_logic;
    total : out unsigned(WIDTH - 1 downto 0)
  );
end entity till;

architecture rtl of till is
  type state_t is (idle, busy, full);
  type line_t is record
    price : unsigned(7 downto 0);
    count : natural;
  end record;
  subtype small_t is natural range 0 to 15;

  constant STEP : natural := 1;
  -- What was counted.
  signal value, last_value : unsigned(WIDTH - 1 downto 0);
  signal state : state_t;

  component display
    port (
      digits : in unsigned(7 downto 0)
    );
  end component;

  -- The sum, never above the limit.
  function capped(sum : natural) return natural is
    variable result : natural;
  begin
    if sum > LIMIT then
      result := LIMIT;
    else
      result := sum;
    end if;
    return result;
  end function capped;

  procedure clear(signal s : out unsigned) is
  begin
    s <= (others => '0');
  end procedure clear;
begin
  shown : display port map (digits => value);

  count : process (clk)
    variable step_now : small_t;
  begin
    if rising_edge(clk) then
      value <= value + 1;
    elsif scan = '1' then
      value <= last_value;
    else
      null;
    end if;
    case state is
      when idle =>
        state <= busy;
      when others =>
        state <= idle;
    end case;
    for i in 0 to 3 loop
      step_now := i;
    end loop;
    while step_now > 0 loop
      step_now := step_now - 1;
    end loop;
    loop
      exit when step_now = 0;
    end loop;
  end process count;

  process (clk)
  begin
    last_value <= value;
  end process;

  total <= value;

  bits : for i in 0 to 1 generate
    unit_i : display port map (digits => value);
  end generate bits;

  checked : block
    signal ready : std_logic;
  begin
    ready <= scan;
  end block checked;
end architecture rtl;

package prices is
  constant TAX : natural := 19;
  function gross(net : natural) return natural;
  type lock_t is protected
    procedure take;
  end protected;
end package prices;

package body prices is
  function gross(net : natural) return natural is
  begin
    return net * (100 + TAX) / 100;
  end function gross;
end package body prices;

configuration shop of till is
  for rtl
  end for;
end configuration shop;
