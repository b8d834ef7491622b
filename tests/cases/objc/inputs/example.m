@implementation Cart

- (void)add:(Line *)line {
    if (line.count > 1 {
        [self save];
    }
}

- (void)touch {
    _touched = YES;
}

@end
