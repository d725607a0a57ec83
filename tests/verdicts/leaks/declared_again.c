// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// In its second round the variable is a new one, and holds nothing.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    for (int i = 0; i < 2; i++) {
        int *block;
        if (i == 1)
            exit(0);
        block = malloc(sizeof *block);
        *block = i;
    }
    return 0;
}
