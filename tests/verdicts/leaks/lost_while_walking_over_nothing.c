// verdict: violated
// strategy: auto
// properties: valid-memsafety
// Nothing is accessed, wherever the pointer has come to: so the loop is never left.

#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char text[4], *p = text;
    size_t n = __VERIFIER_nondet_uint();
    int *lost = malloc(4);
    if (n != 0) {
        free(lost);
        return 0;
    }
    lost = 0;
    while (1) {
        memset(p, 0, n);
        p++;
    }
}
