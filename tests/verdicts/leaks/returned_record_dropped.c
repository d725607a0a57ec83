// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// The record that holds the pointer is gone with its expression; the native run finds it on the stack.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct holder {
    int *block;
};

static struct holder make(void) {
    struct holder made;
    made.block = malloc(sizeof *made.block);
    return made;
}

int main(void) {
    make();
    exit(0);
}
