// property: valid-memsafety
// inputs: 5
// end: normal 10
// data-model: ILP32

#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct message {
    unsigned short length;
    char text[];
};

int main(void) {
    unsigned n = __VERIFIER_nondet_uchar() % 16;
    struct message *m = malloc(sizeof *m + n);
    m->length = (unsigned short)n;
    for (unsigned i = 0; i < n; i++)
        m->text[i] = (char)i;
    int sum = 0;
    for (char *c = m->text; c < m->text + m->length; c++)
        sum += *c;
    free(m);
    return sum;
}
