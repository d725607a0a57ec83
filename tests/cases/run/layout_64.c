// data-model: LP64
// end: normal 68

#include <stddef.h>

struct mixed {
    char a;
    long long b;
    char c;
    double d;
    long e;
    void *f;
    long double g;
    char h;
};

int main(void) {
    unsigned h = sizeof(struct mixed);
    h = h * 31 + offsetof(struct mixed, b) + 2 * offsetof(struct mixed, d) + 3 * offsetof(struct mixed, g);
    h = h * 31 + sizeof(long) + sizeof(void *) + sizeof(size_t) + sizeof(ptrdiff_t) + sizeof(long double);
    h = h * 31 + _Alignof(struct mixed) + _Alignof(long long) + __alignof__(double);
    h = h * 31 + (sizeof(int) * -1 > 0) + (2147483648 > 0) + sizeof(2147483648) + sizeof(0x80000000);
    long fits = (long)3000000000u;
    h = h * 31 + (fits < 0);
    return h % 126;
}
