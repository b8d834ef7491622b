import Foundation

/// An order of a customer.
@objcMembers
public final class Order: NSObject, Priced {
    let id: Int
    var lines: [Line] = []

    // The sum of all lines.
    var total: Money {
        get { return lines.map { $0.price }.sum() }
        set { cached = newValue }
    }

    init(id: Int) {
        self.id = id
    }

    /// Adds a line.
    @discardableResult
    func add(_ line: Line, count: Int = 1) throws -> Order {
        guard count > 0 else {
            return self
        }
        if count > Order.limit {
            throw OrderError.tooMany
        } else if let last = lines.last {
            last.touch()
        } else {
            log(line)
        }
        switch line.kind {
        case .free, .half:
            log(line)
        case let .paid(price) where price > 9:
            charge(price)
        default:
            break
        }
        do {
            try save()
        } catch let error as StoreError {
            log(error)
        } catch {
            throw error
        }
        for one in lines {
            one.touch()
        }
        return self
    }
}

extension Order: Codable {
    static let limit = 99

    func encode() -> Data {
        return Data()
    }
}

enum State: Int {
    case open = 1
    case sent
}

func makeOrder() -> Order { Order(id: 1) }
