// verdict: unknown
// strategy: auto
// reason: va_arg of long, where another type was passed
// An int among the arguments of `...`, read as a long: what fills the rest of its register nobody says.

#include <stdarg.h>

extern void reach_error(void);

static long first(int count, ...) {
    va_list list;
    va_start(list, count);
    long found = va_arg(list, long);
    va_end(list);
    return found;
}

int main(void) {
    if (first(1, 5) != 5)
        reach_error();
    return 0;
}
