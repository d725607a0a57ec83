// property: no-overflow
// inputs: 1,-2147483648
// end: violation overflow line 10

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int by_value(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    int values[3];
    for (int i = 0; i < 2; i++)
        values[i] = __VERIFIER_nondet_int();
    qsort(values, 2, sizeof values[0], by_value);
    return values[0] > values[1];
}
