// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// The old block ends where the new one begins; realloc of nothing allocates, of null size frees.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *text = 0;
    unsigned size = 1;
    while (__VERIFIER_nondet_int() && size < 4) {
        text = realloc(text, size);
        text[size - 1] = 'x';
        size++;
    }
    free(text);
    free(0);
    return 0;
}
