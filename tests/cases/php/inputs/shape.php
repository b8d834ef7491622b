<?php

namespace P;

interface Shape
{
    public function area(): int;
}

trait Sized
{
    public int $size = 1;
}

enum Kind
{
    case A;
}

function f(array $rows): int
{
    {
        used(0);
    }
    do {
        used(1);
    } while ($rows);
    while ($rows) {
        used(2);
    }
    for ($i = 0; $i < 3; $i++) {
        used($i);
    }
    if ($rows) {
        used(3);
    } else {
        used(4);
    }
    switch ($rows) {
        case 1:
            used(5);
            break;
    }
    try {
        used(6);
    } catch (Error $e) {
        used(7);
    } finally {
        used(8);
    }
    each(function ($row) {
        used($row);
    });
    return match ($rows) {
        1 => 2,
        default => 3,
    };
}
