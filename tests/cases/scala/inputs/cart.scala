package shop

class Cart(val items: List[Item]):
  // The sum.
  def total: Int =
    var sum = 0
    for item <- items do
      sum += item.price
    sum
  end total

  def lines: String =
    items.map(_.name) mkString "\n"

  def isEmpty: Boolean =
    if items.isEmpty then
      true
    else
      false
    end if
end Cart
