// verdict: proved
// strategy: auto
// Without a sign, by another pointer, and the lower half of a long: all of these find what was passed.

#include <stdarg.h>

extern void reach_error(void);

struct pair {
    int first;
    float second;
};

static int same(int count, ...) {
    va_list list;
    va_start(list, count);
    int right = va_arg(list, unsigned) == 5u;
    right &= *(char *)va_arg(list, void *) == 'x';
    right &= va_arg(list, int) == 7;
    right &= va_arg(list, double) == 0.5;
    right &= va_arg(list, struct pair).first == 3;
    va_end(list);
    return right;
}

int main(void) {
    char c = 'x';
    struct pair pair = {3, 1.5f};
    if (!same(5, 5, &c, 7L, 0.5f, pair))
        reach_error();
    return 0;
}
