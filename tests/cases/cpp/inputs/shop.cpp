#pragma once
#include <string>
#include <vector>

#include "line.h"

namespace shop {

/// A cart.
class Cart : public Base {
public:
    Cart();
    explicit Cart(std::string owner)
        : Base(1),
          owner_(std::move(owner)) {
        init();
    }

    /// Sums.
    [[nodiscard]] int total() const override;
    int size() const { return lines_.size(); }

private:
    std::string owner_;
    std::vector<Line> lines_;  // never empty
};

enum class State { Open, Paid };

template <typename T>
T clamp(T value, T low, T high) {
    return value < low ? low : value > high ? high : value;
}

}  // namespace shop
