// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// The variable that pointed to the block has ended with its block of statements, but a native run
// still finds its value on the stack.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    if (__VERIFIER_nondet_int()) {
        int *block = malloc(sizeof *block);
        *block = 1;
        block = block + 1;
    }
    for (int i = 0; i < 3; i++) {
        int *other = 0;
        (void)other;
    }
    exit(0);
}
