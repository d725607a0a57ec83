// property: valid-memsafety
// inputs: 20
// end: normal 19

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int used = 0, room = 0, last = 0;
    int *values = NULL;
    for (; used < n && used < 100; used++) {
        if (used == room) {
            room = room ? 2 * room : 4;
            values = realloc(values, room * sizeof *values);
        }
        values[used] = used;
    }
    if (used > 0)
        last = values[used - 1];
    free(values);
    return last;
}
