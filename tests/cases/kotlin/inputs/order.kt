package shop.orders

import shop.money.Money
import java.time.Instant

/**
 * An order of a customer.
 */
@Serializable
data class Order(val id: Int, val lines: List<Line> = emptyList()) : Priced {
    val total: Money
        get() = lines.map { it.price }.sum()

    var state: State = State.OPEN
        private set(value) {
            field = value
            changed()
        }

    init {
        require(id > 0)
    }

    // Adds a line.
    @Throws(OrderError::class)
    fun add(line: Line, count: Int = 1): Order {
        if (count > MAX) {
            throw OrderError("too many")
        } else if (count < 1) {
            return this
        } else {
            log(line)
        }
        for (one in lines) {
            one.touch()
        }
        when (state) {
            State.OPEN -> state = State.FILLED
            State.PAID, State.SENT -> {
                return this
            }
            else -> log(state)
        }
        return copy(lines = lines + line)
    }

    companion object {
        const val MAX = 99

        fun empty(id: Int) = Order(id)
    }
}

enum class State {
    OPEN,
    FILLED,
    PAID,
    SENT,
}

fun Order.isLarge(): Boolean = lines.size > 10
