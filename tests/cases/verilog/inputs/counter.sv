// A counter.
module counter #(
  parameter int W = 8,
  parameter bit Up = 1
) (
  input  logic clk,
  input  logic rst_n,
  output logic [W-1:0] q
);
  logic [W-1:0] next, last;

  // Counts.
  always_ff @(posedge clk or negedge rst_n) begin : p_count
    if (!rst_n) begin
      q <= '0;
    end else if (Up)
      q <= q + 1;
    else begin
      q <= q - 1;
    end
  end : p_count

  if (W > 8) begin : gen_wide
    wide u_wide (.clk(clk), .q(q));
  end else begin : gen_narrow
    narrow u_narrow (.clk(clk), .q(q));
  end
endmodule : counter
