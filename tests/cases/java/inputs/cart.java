/*
 * Licensed to all.
 */
package shop.cart;

import java.util.List;
import java.util.Map;

import static org.junit.Assert.assertEquals;

/**
 * A cart.
 */
@Entity
@Table(name = "carts")
public class Cart extends Base {
    private static final int MAX = 100; // lines

    @Id
    private Long id;
    private List<Line> lines;

    public Cart(Long id) {
        super();
        this.id = id;
    }

    /** Sums the prices. */
    @Override
    public long total() throws EmptyException {
        return lines.stream().mapToLong(line -> line.price()).sum();
    }

    @Test
    public void empty() {}

    private static class Line {
        String name;
    }

    enum Kind {
        FREE, HALF,
        REDUCED;

        Kind next() { return FREE; }
    }
}
