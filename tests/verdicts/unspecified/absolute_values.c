// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// properties: no-overflow
// Of all other numbers.

extern int __VERIFIER_nondet_int(void);

#include <limits.h>
#include <stdlib.h>

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == INT_MIN)
        return 0;
    div_t d = div(x, 3);
    return abs(x) > 3 || labs(x) > 3 || d.rem;
}
