/*
 * The service of a shop.
 */

namespace py shop.cart
namespace java com.example.shop

include "shared.thrift"

/** How a cart is called. */
typedef i64 CartId

const i32 LIMIT = 100
const map<string, i32> SIZES = {'small': 1, 'large': 10}

/** What a cart is doing. */
enum State {
  OPEN = 1,
  PAID = 2,
  SENT
}

/** A line of a cart. */
struct Line {
  // As it is shown.
  1: required string name,
  2: optional i32 count = 1,
  3: list<string> tags
}

struct Cart {
  1: CartId id;
  2: list<Line> lines;
  3: optional State state = State.OPEN;
}

union Payment {
  1: string card,
  2: i64 voucher
}

exception NotFound {
  1: string why
}

/** Everything about carts. */
service Carts extends shared.Base {
  /** Opens one. */
  CartId open(1: string owner),

  // Fails where it is full.
  Cart add(1: CartId id, 2: Line line) throws (1: NotFound missing),

  oneway void close(1: CartId id)
}
