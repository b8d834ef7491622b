@tool
class_name Cart
extends Node2D
## A cart of lines.

signal added(line: int, count: int)
signal closed

enum State { OPEN, CLOSED = 2 }

const LIMIT := 99

@export var total: int = 0:
	set(value):
		total = max(value, 0)
	get:
		return total

@onready var label = $Label
var lines = []


# Kept short.
## Adds a line.
@rpc("any_peer")
func add(line: int, count := 1) -> int:
	if count > LIMIT:
		return 0
	elif count == 0:
		pass
	else:
		total += count
	for one in lines:
		print(one)
	while total > 9:
		total -= 1
	match line:
		1:
			added.emit(line, count)
		2, 3 when count > 1:
			closed.emit()
		_:
			pass
	var twice = func(x):
		return 2 * x
	return twice.call(total)


static func make() -> Cart:
	return null


func _init():
	lines = [1,
		2]


class Line extends RefCounted:
	var count = 1

	func price():
		return 2 * count
