typealias Row = Map<String, Int>

interface Shape {
    fun area(): Int
}

class A(val n: Int) {
    constructor() : this(1) {
        use(0)
    }

    fun f(rows: List<Int>) {
        try {
            use(1)
        } catch (e: Error) {
            use(e)
        } finally {
            use(2)
        }
        do {
            use(3)
        } while (n > 0)
        while (n < 3) {
            use(4)
        }
        for (row in rows) {
            use(row)
        }
        if (n > 1) {
            use(5)
        } else {
            use(6)
        }
        when (n) {
            1 -> use(7)
            else -> use(8)
        }
        rows.forEach {
            use(it)
        }
    }
}
