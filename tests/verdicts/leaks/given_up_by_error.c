// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// A call of an error function that nobody asks about ends the program, and what was lost before is lost.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

extern void reach_error(void);
static void forget(void) {
    int *block = malloc(sizeof *block);
    *block = 1;
}

int main(void) {
    forget();
    if (__VERIFIER_nondet_int())
        reach_error();
    reach_error();
}
