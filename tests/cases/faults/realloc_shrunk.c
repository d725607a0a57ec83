// property: valid-memsafety
// inputs: 3
// end: violation invalid-deref line 17

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned char *bytes = malloc(64);
    int keep = __VERIFIER_nondet_int();
    for (int i = 0; i < 64; i++)
        bytes[i] = (unsigned char)i;
    if (keep < 1 || keep > 64)
        keep = 64;
    bytes = realloc(bytes, keep);
    int last = bytes[keep];
    free(bytes);
    return last;
}
