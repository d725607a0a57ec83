// property: valid-memsafety
// inputs: 4
// end: violation invalid-deref line 18

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 50)
        return 1;
    int *squares = malloc(n * sizeof *squares);
    for (int i = 0; i < n; i++)
        squares[i] = i * i;
    int sum = 0;
    for (int i = 1; i <= n; i++)
        sum += squares[i];
    free(squares);
    return sum == 14;
}
