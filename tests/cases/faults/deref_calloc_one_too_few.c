// property: valid-memsafety
// inputs: 6
// end: violation invalid-deref line 17

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 30)
        return 1;
    unsigned *ways = calloc(n, sizeof *ways);
    ways[0] = 1;
    ways[1] = 1;
    for (int i = 2; i <= n; i++)
        ways[i] = ways[i - 1] + ways[i - 2];
    unsigned result = ways[n - 1];
    free(ways);
    return (int)(result % 100);
}
