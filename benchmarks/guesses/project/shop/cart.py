"""Shopping cart."""

import logging

from shop.pricing import discount_for, round_price

log = logging.getLogger(__name__)

MAX_ITEMS = 50


class CartError(Exception):
    """Raised when the cart cannot take an item."""


class Cart:
    """A list of items with quantities."""

    def __init__(self, owner):
        self.owner = owner
        self.items = []

    def add(self, name, price, quantity=1):
        if len(self.items) >= MAX_ITEMS:
            raise CartError("cart is full")
        if quantity < 1:
            raise ValueError("quantity must be positive")
        self.items.append((name, price, quantity))
        log.debug("added %s", name)

    def remove(self, name):
        """Remove every line of that name."""
        self.items = [item for item in self.items if item[0] != name]

    def total(self):
        amount = 0
        for name, price, quantity in self.items:
            amount += price * quantity
        if amount > 100:
            amount -= discount_for(amount)
        return round_price(amount)

    def is_empty(self):
        return not self.items


def load_cart(owner, rows):
    cart = Cart(owner)
    for row in rows:
        cart.add(row["name"], row["price"], row.get("quantity", 1))
    return cart


def legacy_total(cart):
    # old code, nobody calls this
    return sum(price for _, price, _ in cart.items)
