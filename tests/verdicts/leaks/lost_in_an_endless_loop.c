// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// Each round forgets the block of the round before.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *last = 0;
    for (;;) {
        last = malloc(sizeof *last);
        *last = 1;
    }
}
