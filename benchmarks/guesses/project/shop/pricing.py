"""Prices and discounts."""

from decimal import Decimal

TAX_RATE = 0.19
DISCOUNTS = {
    100: 5,
    200: 15,
    500: 50,
}


def discount_for(amount):
    best = 0
    for limit, value in DISCOUNTS.items():
        if amount >= limit:
            best = value
    return best


def round_price(amount):
    return round(float(amount), 2)


def add_tax(amount, rate=TAX_RATE):
    print("adding tax", amount)
    return round_price(amount * (1 + rate))


def format_price(amount, currency="EUR"):
    print("formatting", amount)
    value = Decimal(str(amount)).quantize(Decimal("0.01"))
    return f"{value} {currency}"
