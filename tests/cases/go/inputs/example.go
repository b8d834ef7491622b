package cart

import "testing"

func TestTotal(t *testing.T) {
	t.Run("empty", func(t *testing.T) {
		check(t, 0)
	})
	t.Run("one line", func(t *testing.T) {
		check(t, 1)
	})
	t.Run(`two "lines"`, func(t *testing.T) { check(t, 2) })
}
