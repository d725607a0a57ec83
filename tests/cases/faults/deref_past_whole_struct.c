// property: valid-memsafety
// inputs: 2
// end: violation invalid-deref line 20

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct packet {
    unsigned char kind;
    unsigned char payload[7];
};

int main(void) {
    struct packet *p = calloc(1, sizeof(struct packet));
    unsigned char *raw = (unsigned char *)p;
    int words = __VERIFIER_nondet_int();
    if (words >= 0 && words < 4)
        for (int i = 0; i < words * 4 + 4; i++)
            raw[i] = 0xee;
    int kind = p->kind;
    free(p);
    return kind;
}
