// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// reason: va_arg of double, where another type was passed
// It travels in a register of another kind.

#include <stdarg.h>

extern void reach_error(void);

static double first(int count, ...) {
    va_list list;
    va_start(list, count);
    double found = va_arg(list, double);
    va_end(list);
    return found;
}

int main(void) {
    if (first(1, 0LL) != 0)
        reach_error();
    return 0;
}
