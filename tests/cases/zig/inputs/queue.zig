//! Queues of bounded size.

const std = @import("std");
const log = std.log.scoped(.queue);

/// What can go wrong.
pub const Error = error{
    Full,
    Empty,
};

/// A queue of numbers.
/// It does not grow.
pub const Queue = struct {
    /// The numbers.
    items: []u32,
    len: usize = 0,
    // Where it began.
    comptime base: usize = 0,

    const Self = @This();

    /// Adds a number.
    pub fn push(self: *Self, item: u32) Error!void {
        if (self.len == self.items.len) {
            return Error.Full;
        } else if (item == 0) {
            log.warn("zero", .{});
        } else {
            log.debug("pushed", .{});
        }
        self.items[self.len] = item;
        self.len += 1;
    }

    pub fn pop(self: *Self) Error!u32 {
        if (self.len == 0) return Error.Empty;
        defer {
            self.len -= 1;
        }
        return self.items[self.len - 1];
    }
};

const Mode = enum(u8) {
    /// Oldest first.
    fifo,
    lifo = 2,

    fn name(mode: Mode) []const u8 {
        return switch (mode) {
            .fifo => "first",
            .lifo => blk: {
                break :blk "last";
            },
        };
    }
};

const limits = .{ 10, 20 };

fn drain(queue: *Queue) usize {
    var sum: usize = 0;
    while (queue.len > 0) : (sum += 1) {
        _ = queue.pop() catch |err| {
            log.err("{}", .{err});
            break;
        };
    }
    for (queue.items, 0..) |item, i| {
        switch (item) {
            0, 1 => continue,
            2...9 => |low| {
                sum += low;
            },
            else => sum += i,
        }
    } else {
        sum += 1;
    }
    return sum;
}

/// A pair of any type.
pub fn Pair(comptime T: type) type {
    return struct {
        first: T,
        second: T,

        pub fn swap(self: @This()) @This() {
            return .{ .first = self.second, .second = self.first };
        }
    };
}

extern "c" fn getpid() c_int;

comptime {
    std.debug.assert(@sizeOf(Queue) > 0);
}

test "a queue is bounded" {
    var items = [_]u32{ 0, 0 };
    var queue = Queue{ .items = &items };
    try queue.push(1);
}

test drain {
    const text =
        \\first
        \\  second
    ;
    _ = text;
}
