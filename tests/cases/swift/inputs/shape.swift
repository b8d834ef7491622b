typealias Row = [String: Int]

var count = 0

protocol Shape {
    func area() -> Int
}

struct Point {
    var x: Int
}

func f(rows: [Int]) {
    if rows.isEmpty {
        use(1)
    } else {
        use(2)
    }
    for row in rows {
        use(row)
    }
    while rows.count < 3 {
        use(3)
    }
    repeat {
        use(4)
    } while rows.count > 0
    do {
        try use(5)
    } catch {
        use(6)
    }
    switch rows.count {
    case 1:
        use(7)
    default:
        use(8)
    }
    rows.forEach { row in
        use(row)
    }
}
