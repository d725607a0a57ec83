// property: valid-memsafety
// inputs: 5
// end: violation invalid-free line 17

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char fixed[16];
    int need = __VERIFIER_nondet_int();
    char *room = fixed;
    if (need > (int)sizeof fixed)
        room = malloc(need);
    room[0] = 'x';
    int seen = room[0];
    free(room);
    return seen;
}
