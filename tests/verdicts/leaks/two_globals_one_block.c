// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// Two pointers, but both to the same block: the other one is lost.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int *first;
int *second;

int main(void) {
    first = malloc(sizeof *first);
    second = malloc(sizeof *second);
    while (__VERIFIER_nondet_int())
        second = first;
    return 0;
}
