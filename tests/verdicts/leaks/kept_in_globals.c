// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// Two blocks, two globals that hold them, and a loop in between.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int *first;
struct {
    int *second;
} kept;

int main(void) {
    first = malloc(sizeof *first);
    kept.second = malloc(sizeof *kept.second);
    while (__VERIFIER_nondet_int())
        *first = *first ^ 1;
    return 0;
}
