// property: valid-memsafety
// inputs: 1
// end: violation invalid-deref line 17

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *cell = malloc(sizeof(int));
    *cell = 41;
    int released = 0;
    if (__VERIFIER_nondet_int()) {
        free(cell);
        released = 1;
    }
    int result = *cell + 1;
    if (!released)
        free(cell);
    return result;
}
