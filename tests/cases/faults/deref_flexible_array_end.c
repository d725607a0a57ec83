// property: valid-memsafety
// inputs: 3
// end: violation invalid-deref line 20

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct vector {
    unsigned count;
    int item[];
};

int main(void) {
    unsigned n = (unsigned)__VERIFIER_nondet_int() % 8;
    struct vector *v = malloc(sizeof(struct vector) + n * sizeof(int));
    v->count = n;
    for (unsigned i = 0; i < v->count; i++)
        v->item[i] = (int)i;
    int last = v->item[v->count];
    free(v);
    return last;
}
