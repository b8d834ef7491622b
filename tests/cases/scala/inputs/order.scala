package shop.orders

import shop.money.Money
import scala.util.Try

/** An order of a customer. */
@SerialVersionUID(1)
case class Order(id: Int, lines: List[Line] = Nil) extends Priced with Logged {
  val total: Money = lines.map(_.price).sum
  private var state: State = Open

  // Adds a line.
  def add(line: Line, count: Int = 1): Order = {
    if (count > Order.Limit) {
      throw new OrderError("too many")
    } else if (count < 1) {
      this
    } else {
      log(line)
    }
    for (one <- lines) {
      one.touch()
    }
    state match {
      case Open => log(state)
      case Sent | Paid if count > 3 =>
        close()
        log(state)
      case _ => this
    }
    try {
      save()
    } catch {
      case error: StoreError => log(error)
    } finally {
      close()
    }
    copy(lines = line :: lines)
  }

  def isLarge: Boolean = lines.size > 10
}

object Order {
  val Limit = 99

  def empty(id: Int): Order = Order(id)
}

trait Priced {
  def total: Money
}

class OrderSpec extends AnyFunSuite {
  test("adds") {
    assert(Order.empty(1).isLarge == false)
  }
}
