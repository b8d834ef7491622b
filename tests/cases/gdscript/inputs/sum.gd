class_name Cart
extends Node

## How many lines there may be.
const LIMIT = 10

signal changed(total, count)

enum State { OPEN, PAID }

@export var price: int = 3
@onready var label = $Label
var total: int = 0:
	get:
		return total
	set(value):
		total = value
		changed.emit(value)


## Sums.
func sum(items: Array, start := 0) -> int:
	var result = start
	for item in items:
		if item.price > 0:
			result += item.price
		elif item.free:
			continue
		else:
			pass
	while result > LIMIT:
		result -= 1
	match result:
		1, 2:
			print("few")
		_:
			print("many")
	return result


@rpc("any_peer")
func remote():
	button.pressed.connect(func():
		print("x")
	)


func one(): return 1


class Line:
	var count = 0

	func price():
		return count * 2

	func tax(): # of the price
		return price() / 5
