// property: valid-memsafety
// inputs: -1
// end: violation invalid-free line 21

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int process(char *work, int amount) {
    if (amount < 0) {
        free(work);
        return -1;
    }
    work[0] = (char)amount;
    return 0;
}

int main(void) {
    char *work = malloc(32);
    int status = process(work, __VERIFIER_nondet_int());
    free(work);
    return status == -1;
}
