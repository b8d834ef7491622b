package shop;
  typedef enum logic [1:0] {EMPTY, OPEN, PAID} state_e;
  typedef struct packed {
    logic [7:0] price;
    logic taxed;
  } item_t;
endpackage

class Cart extends Base;
  int total;
  state_e state;

  function new(int start);
    total = start;
  endfunction

  // The sum.
  virtual function int sum();
    return total;
  endfunction

  extern task pay(int amount);
endclass

task Cart::pay(int amount);
  total -= amount;
endtask
