// strategy: auto
// verdict: violated
// properties: unreach-call, valid-memsafety
// slow: one of its kind is run at every change
/* A string of any size, copied by two pointers that walk; into an array that is one too small. */
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

static char *copy(char *to, const char *from) {
    while ((*to++ = *from++) != 0)
        ;
    return to;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1)
        return 0;
    char *from = malloc(n), *to = malloc(n - 1 ? n - 1 : 1);
    from[n - 1] = 0;
    size_t copied = (size_t)(copy(to, from) - to);
    assert(copied >= 1 && copied <= n);
    assert(to[copied - 1] == 0);
    for (size_t i = 0; i < copied; i++)
        assert(to[i] == from[i]);
    free(from);
    free(to);
    return 0;
}
