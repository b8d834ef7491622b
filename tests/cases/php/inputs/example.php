<?php

it("adds", function () {
    expect(add(1))->toBe(1);
});

it('adds', function () {
    expect(add(2))->toBe(2);
})->with([1, 2]);

$router->get('/carts', function ($request) {
    return carts();
});
