// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// The program has no end at which something could be looked for.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *block = malloc(sizeof *block);
    *block = 1;
    block = 0;
    for (;;)
        ;
}
