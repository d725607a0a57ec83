// verdict: proved
// slow: others of its kind are run at every change
// Factorial for the executions that start with small numbers that are not negative.
#include "dovetail.h"

int main(void) {
    int n = dovetail_any_int();
    dovetail_initial(0 <= n && n <= 3);
    int f = 1;
    while (n != 0) {
        f = f * n;
        n = n - 1;
        dovetail_sometime(f == 6);
    }
    dovetail_final(f > 2);
    dovetail_always(f >= 1 && f <= 6);
    return 0;
}
