// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// strdup allocates, too.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *copy = strdup("text");
    if (__VERIFIER_nondet_int() > 3)
        return 1;
    free(copy);
    return 0;
}
