// Counts.
module counter #(parameter W = 8) (input wire clk, output reg [W-1:0] q);
  wire up;

  always @(posedge clk) begin
    q <= q + up;
  end

  // Halves.
  function half;
    input x;
    half = x;
  endfunction

  task clear;
    begin
      q = 0;
    end
  endtask
endmodule
