// property: valid-memsafety
// inputs: 2
// end: normal 3

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct table {
    int *rows;
    struct table *next;
};

static void descend(struct table *above, int depth) {
    struct table here = {malloc(sizeof(int)), above};
    int *own = malloc(8);
    if (depth > 0)
        descend(&here, depth - 1);
    *own = 1;
    exit(3);
}

int main(void) {
    struct table *first = malloc(sizeof *first);
    first->rows = 0;
    first->next = 0;
    descend(first, __VERIFIER_nondet_int());
    return 0;
}
