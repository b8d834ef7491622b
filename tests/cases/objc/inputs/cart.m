#import "Cart.h"

static const NSInteger Limit = 10;

@interface Cart ()
@property (nonatomic, strong) NSMutableArray<Line *> *lines;
- (void)touch;
@end

@implementation Cart {
    BOOL _open;
}

#pragma mark - Lines

/// Adds a line several times.
- (void)add:(Line *)line count:(NSInteger)count {
    if (count > Limit) {
        return;
    } else if (count < 0) {
        NSLog(@"negative");
    } else {
        [self touch];
    }
    for (NSInteger i = 0; i < count; i++) {
        [self.lines addObject:line];
    }
}

- (void)clear
{
    for (Line *line in self.lines) {
        [line touch];
    }
    while (self.lines.count > 0) {
        [self.lines removeLastObject];
    }
}

- (BOOL)save:(NSError **)error {
    @try {
        [self write];
    } @catch (NSException *e) {
        NSLog(@"%@", e);
    } @finally {
        _open = NO;
    }
    @synchronized (self) {
        _open = YES;
    }
    @autoreleasepool {
        [self touch];
    }
    [self.lines enumerateObjectsUsingBlock:^(Line *line, NSUInteger i, BOOL *stop) {
        [line touch];
    }];
    switch (self.state) {
        case CartStateOpen:
            [self touch];
            break;
        default:
            break;
    }
    do {
        [self touch];
    } while (_open);
    return YES;
}

@end

@implementation Cart (Money)

// In cents.
+ (NSInteger)cents:(NSInteger)amount { return amount * 100; }

@end

static void CartLog(Cart *cart) {
    NSArray *all = @[@1, @2];
    NSDictionary *names = @{@"a": @1, @"b": @2};
    NSLog(@"%@ %@", all, names);
}
