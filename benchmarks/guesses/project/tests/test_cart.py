import pytest

from shop.cart import Cart, load_cart


@pytest.fixture
def cart():
    return Cart("ann")


def test_empty(cart):
    assert cart.is_empty()


def test_total(cart):
    cart.add("pen", 2.5, 4)
    assert cart.total() == 10.0


def test_discount(cart):
    cart.add("chair", 120)
    assert cart.total() == 115.0


def test_load_cart():
    loaded = load_cart("bob", [{"name": "cup", "price": 3}])
    assert loaded.total() == 3.0
