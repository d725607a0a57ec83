// verdict: unknown
// slow: others of its kind are run at every change
// Nobody knows what free does to a pointer that malloc did not return.
#include <stdlib.h>
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);

int main(void) {
    int *p = __VERIFIER_nondet_pointer();
    if (p) {
        free(p);
        reach_error();
    }
    return 0;
}
