package shop

import shop.money.Price

/** What somebody is going to buy. */
@CompileStatic
class Cart extends Basket implements Priced {
    private static final RATE = 19
    private total
    final List<Item> items = []
    int count, discount = 0

    static {
        Registry.add(Cart)
    }

    /** An empty one. */
    Cart(String owner) {
        this.owner = owner
    }

    /** Adds an item. */
    // Twice is twice.
    @Override
    int add(Item item, int amount) {
        if (amount < 0) {
            throw new IllegalArgumentException("${amount} of ${item.name}")
        } else if (amount == 0) {
            return 0
        }
        else {
            items.add(item)
        }
        for (one in items) {
            println one
        }
        for (int i = 0; i < amount; i++) {
            log i
        }
        while (isFull()) {
            drop()
        }
        do {
            retry()
        } while (open)
        try {
            save(items)
        } catch (IOException error) {
            log error
        } finally {
            close()
        }
        switch (amount) {
            case 1:
                single()
                break
            default:
                several()
        }
        items.each { it ->
            it.count()
        }
        count += amount
    }

    private clear() {
        items.clear(
    }

    def "holds / and $"() {
        name =~ /[{"]/
    }
}

interface Priced {
    Price price()
}

trait Named {
    abstract String name()
}

enum Size {
    SMALL,
    LARGE(2)
}

@interface Tested {
    String value()
}

record Item(String name) {
}

def rounded = { Price price ->
    price.round()
}

def main(args) {
    println rounded(new Cart(args[0]).price())
}
