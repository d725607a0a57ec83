// inputs: 4,9
// end: normal 24
// Whether a goal holds makes no difference to a run. What its argument does has been done, as in any condition.

#include "dovetail.h"

static int calls;
static int called(int n) {
    calls++;
    dovetail_sometime(n == 1);
    return n;
}

int main(void) {
    int n = dovetail_any_int(), f = 1, left;
    int values[2] = {3, dovetail_any_int()};
    int *p = n > 4 ? 0 : values;
    left = dovetail_any_int();
    dovetail_initial(p && n <= 5);
    while (n != 0) {
        f = f * n;
        n = n - 1;
        dovetail_sometime(n == 0 && called(f) > 100);
        dovetail_final(p[1] == 7 || called(n) == 2 || left);
    }
    dovetail_predicate(called(f) > n);
    dovetail_final(0);
    dovetail_always(calls == 6 && f == 24);
    return f;
}
