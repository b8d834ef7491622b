typedef int size;

union bits {
    int a;
    float b;
};

int f(int n)
{
    {
        use(1);
    }
    while (n--) {
        use(n);
    }
    return n;
}

#define LIMIT 3

template <typename T>
concept Sized = requires(T t) { t.size(); };

struct point {
    int x;
};

using row = int;

int count = 0;

int g(int n)
{
    switch (n) {
    case 1:
        use(1);
        break;
    default:
        use(2);
    }
    do {
        n--;
    } while (n);
    if (n) {
        use(1);
    } else if (n > 1) {
        use(2);
    } else {
        use(3);
    }
    return n;
}
