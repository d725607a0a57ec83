// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// Whenever the declaration is passed, the variable has no value any more.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int round = 0;
again:;
    int *block;
    if (round)
        abort();
    block = malloc(sizeof *block);
    *block = 1;
    round = 1;
    goto again;
}
