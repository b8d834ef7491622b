#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

@class Line;

typedef NS_ENUM(NSInteger, CartState) {
    CartStateOpen,
    CartStatePaid
};

typedef void (^CartDone)(BOOL saved, NSError *error);

@protocol CartDelegate <NSObject>
- (void)cartDidChange:(Cart *)cart;
@optional
- (BOOL)cart:(Cart *)cart shouldAdd:(Line *)line;
@end

/**
 * A cart of lines.
 */
API_AVAILABLE(ios(11.0))
@interface Cart : NSObject <NSCopying> {
    NSInteger _count, *_counts;
}

/// What it is called.
@property (nonatomic, copy) NSString *name;
@property (nonatomic, weak, nullable) id<CartDelegate> delegate;

+ (instancetype)cartWithName:(NSString *)name;
- (instancetype)init NS_UNAVAILABLE;
- (void)add:(Line *)line
      count:(NSInteger)count;

@end

NS_ASSUME_NONNULL_END
