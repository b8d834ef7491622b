package cart

import (
	"errors"
	"fmt"

	"example.com/store/money"
)

// Cart is a list of lines.
type Cart struct {
	lines []Line
}

func (c *Cart) Len() int { return len(c.lines) }

// Total sums the prices.
// It fails when the cart is empty.
func (c *Cart) Total() (money.Amount, error) {
	// nothing to sum
	if len(c.lines) == 0 {
		return 0, errors.New("empty")
	}
	var sum money.Amount
	for _, line := range c.lines {
		sum += line.Price
	}
	return sum, nil
}

func (c *Cart) Clear() {}
