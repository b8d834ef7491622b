//! Carts.
const std = @import("std");

pub const limit: u32 = 10;

/// A cart of lines.
pub const Cart = struct {
    lines: []Line,
    count: usize = 0,

    const Self = @This();

    // Adds a line several times.
    pub fn add(self: *Self, line: Line, count: u32) !void {
        if (count > limit) {
            return error.TooMany;
        } else if (count == 0) {
            return;
        } else {
            self.touch();
        }
        for (self.lines) |one| {
            one.touch();
        }
        while (self.count < count) : (self.count += 1) {
            self.push(line);
        }
    }

    fn save(self: *Self) !void {
        switch (self.state) {
            .open => self.touch(),
            .paid, .sent => {
                self.close();
            },
            else => unreachable,
        }
        errdefer {
            self.close();
        }
        blk: {
            break :blk;
        }
        self.write() catch |err| {
            return err;
        };
        const all = [_]u8{ 1, 2, 3 };
        use(all);
    }
};

const State = enum { open, paid };

const CartError = error{
    TooMany,
    Closed,
};

fn List(comptime T: type) type {
    return struct {
        items: []T,

        fn get(self: @This(), i: usize) T {
            return self.items[i];
        }
    };
}

extern fn now() u64;

test "adds" {
    try std.testing.expect(true);
}

test "removes" {
    try std.testing.expect(false);
}
