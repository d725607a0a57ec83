// verdict: proved
// With the predicates that the code asks for, and no others, it takes one round.
#include "dovetail.h"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int state = 0, count = 0;
    while (1) {
        dovetail_predicate(state == 0);
        dovetail_predicate(state == 1);
        dovetail_predicate(count == 0);
        int input = __VERIFIER_nondet_int();
        if (state == 0 && input == 1) {
            state = 1;
            count = 1;
        } else if (state == 1 && input == 2) {
            state = 0;
            count = 0;
        }
        if (state == 0 && count != 0)
            reach_error();
    }
}
