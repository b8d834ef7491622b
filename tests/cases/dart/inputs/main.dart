import 'package:test/test.dart';

void main() {
  group('a cart', () {
    test('adds', () {
      expect(add(1), 1);
    });

    test("is empty", () async {
      expect(total(), 0);
    }, skip: true);

    test('sums', () => expect(total(), 2));
  });
}
