// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// A variable of the second call is not that of the first.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void step(int last) {
    int *block;
    if (last)
        exit(0);
    block = malloc(sizeof *block);
    *block = 1;
}

int main(void) {
    for (int i = 0; i < 2; i++)
        step(i);
    return 0;
}
