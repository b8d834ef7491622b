interface bus (input logic clk);
  logic valid;
  modport sink (input valid);
endinterface

`define WIDTH 8

typedef int word_t;
typedef union packed {
  logic [7:0] b;
  word_t w;
} both_t;

module test;
  localparam int N = 3;
  wire [N-1:0] w;
  sub u_sub (.w(w));
  property p_valid;
    @(posedge clk) a |-> b;
  endproperty

  task clear;
    begin
      x = 0;
    end
  endtask

  initial begin
    for (int i = 0; i < N; i++) begin
      f(i);
    end
    foreach (a[i]) a[i] = 0;
    while (x) begin
      x = x - 1;
    end
    repeat (3) y();
    do begin
      z();
    end while (k);
    forever begin
      tick();
    end
    case (x) inside
      [1:2]: y();
      default: begin
        z();
      end
    endcase
  end

  generate
    for (genvar g = 0; g < N; g++) begin : gen
      assign w[g] = 1'b0;
    end
    case (N)
      1: begin
        assign v = 1;
      end
    endcase
  endgenerate
endmodule
