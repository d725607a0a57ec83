// property: unreach-call
// inputs: 5,-9,4
// end: violation unreach-call line 26

#include <stdarg.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int largest(int count, ...) {
    va_list arguments;
    int best = 0; /* wrong where all are negative, right otherwise */
    va_start(arguments, count);
    for (int i = 0; i < count; i++) {
        int next = va_arg(arguments, int);
        if (next > best)
            best = next;
    }
    va_end(arguments);
    return best;
}

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    if (largest(2, b, c) == c && largest(1, b) != b && a == 5)
        reach_error();
    return 0;
}
