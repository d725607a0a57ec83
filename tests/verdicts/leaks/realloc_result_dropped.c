// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// The new block is lost where the result is not stored.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *text = malloc(2);
    text[0] = 0;
    if (__VERIFIER_nondet_int()) {
        realloc(text, 10);
        return 0;
    }
    free(text);
    return 0;
}
