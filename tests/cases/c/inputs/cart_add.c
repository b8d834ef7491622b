/* cart.c - carts */
#include <stdio.h>
#include <stdlib.h>

#include "cart.h"

#define MAX_LINES 100

struct line;
static int sum_of(const struct line *lines, int count);

/** One article. */
struct line {
    const char *name; /* as printed */
    int count;
    long price;
};

enum state {
    OPEN,
    PAID = 2, // since then
    CLOSED
};

static const int limits[] = { 1, 2, 3 };

/**
 * Add a line.
 */
int cart_add(struct cart *cart, struct line line)
{
    if (cart->used == cart->size)
    {
        return -1;
    }
    else if (line.count < 0)
        return -2;
    else
    {
        log_line(line);
    }
    cart->lines[cart->used++] = line;
    return 0;
}

/* Sum. */
static int sum_of(const struct line *lines, int count)
{
    int total = 0;
    for (int i = 0; i < count; i++)
        total += lines[i].count;
    return total;
}

void nothing(void) {}
