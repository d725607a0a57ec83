// property: valid-memsafety
// inputs: 1,2
// end: violation invalid-deref line 12

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int cached(int key) {
    static int *last;
    int result;
    if (last != NULL && *last == key)
        return 1;
    if (last == NULL)
        last = malloc(sizeof *last);
    *last = key;
    result = key & 1;
    if (result)
        free(last); /* but last is still set */
    return result;
}

int main(void) {
    int a = cached(__VERIFIER_nondet_int());
    int b = cached(__VERIFIER_nondet_int());
    return a + b;
}
