// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// The pointer is kept byte by byte: a run sees that nothing is lost, a proof does not.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

char kept[sizeof(int *)];

int main(void) {
    int *block = malloc(sizeof *block);
    char *from = (char *)&block;
    for (unsigned i = 0; i < sizeof block; i++)
        kept[i] = from[i];
    return 0;
}
