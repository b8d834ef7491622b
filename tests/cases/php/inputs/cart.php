<?php

declare(strict_types=1);

namespace Shop\Orders;

use Countable;
use Shop\Money;

const LIMIT = 100;

/**
 * What a customer wants to buy.
 */
#[Entity(table: 'carts')]
final class Cart implements Countable
{
    use Loggable;

    public const MAX = 10, MIN = 1;

    private array $lines = [];

    #[Required]
    public function __construct(private Money $money)
    {
        $this->lines = [];
    }

    // Adds a line.
    public function add(Line $line, int $count = 1): static
    {
        if ($count > self::MAX) {
            throw new LimitError('too many');
        } elseif ($count < 1) {
            return $this;
        } else {
            $this->lines[] = [$line, $count];
        }
        foreach ($this->lines as $key => $one) {
            $this->log("$key: added");
        }
        try {
            $this->save();
        } catch (StoreError $error) {
            $this->log($error->getMessage());
        } finally {
            $this->touch();
        }
        return $this;
    }

    public function count(): int
    {
        return count($this->lines);
    }
}

function total(Cart $cart): int
{
    return match (true) {
        $cart->count() > 5 => 10,
        default => 0,
    };
}
?>
<?php if ($cart): ?>
  <p><?= total($cart) ?></p>
<?php endif; ?>
