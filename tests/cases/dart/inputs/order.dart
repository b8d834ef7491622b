import 'dart:async';
import 'money.dart';

/// An order of a customer.
@immutable
class Order extends Priced {
  final int id, version;
  static const limit = 99;

  Order(this.id, {this.version = 1});

  Order.empty(int id) : this(id);

  // The sum of all lines.
  Money get total => lines.sum();

  /// Adds a line.
  @override
  Future<Order> add(Line line, [int count = 1]) async {
    if (count > limit) {
      throw OrderError('too many');
    } else if (count < 1) {
      return this;
    } else {
      log(line);
    }
    switch (line.kind) {
      case Kind.free:
        log(line);
        break;
      default:
        charge(line);
    }
    for (final one in lines) {
      one.touch();
    }
    try {
      await save();
    } on StoreError catch (error) {
      log(error);
    } finally {
      close();
    }
    return this;
  }

  Order operator +(Line line) => copy(line);

  void close();
}

enum Kind { free, paid }

Order makeOrder(int id) {
  return Order(id);
}

void main() {
  test('adds', () {
    expect(makeOrder(1).total, 0);
  });
}
