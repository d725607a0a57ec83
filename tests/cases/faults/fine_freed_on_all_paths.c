// property: valid-memsafety
// inputs: -4
// end: normal 1

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int status = 1;
    char *a = malloc(8), *b = NULL;
    int n = __VERIFIER_nondet_int();
    if (n < 0)
        goto out;
    b = malloc(8);
    if (n > 100)
        goto out;
    b[n % 8] = a[n % 8] = 1;
    status = 0;
out:
    free(b); /* null is fine */
    free(a);
    return status;
}
