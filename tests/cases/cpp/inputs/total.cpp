#include "cart.h"

Cart::Cart() : Base(0), owner_("x") {}

int Cart::total() const
{
    int sum = 0;
    try {
        for (const auto& line : lines_) {
            sum += line.price();
        }
    } catch (const Error& error) {
        log(error);
    } catch (...) {
        return -1;
    }
    std::for_each(lines_.begin(), lines_.end(), [](const Line& line) {
        line.print();
    });
    if (sum > 3) return 1;
    return sum;
}

template <typename T>
void Stack<T>::push(const T& value) {
    items_.push_back(value);
}

int main(int argc, char** argv) {
    return run(argc,
               argv);
}
