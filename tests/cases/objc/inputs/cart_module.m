@implementation CartModule

RCT_EXPORT_MODULE()

// Adds a line.
RCT_EXPORT_METHOD(add:(NSString *)name
                  count:(NSInteger)count)
{
    [self.cart add:name count:count];
}

- (void)close
{
    self.cart = nil;
}

@end
