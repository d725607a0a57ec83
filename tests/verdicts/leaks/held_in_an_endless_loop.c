// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// A local variable of a function that runs for ever holds the block.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned *counter = malloc(sizeof *counter);
    *counter = 0;
    for (;;)
        *counter = *counter + 1;
}
