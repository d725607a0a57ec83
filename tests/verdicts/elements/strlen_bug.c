// strategy: auto
// verdict: violated
// properties: unreach-call, valid-memsafety
// slow: one of its kind is run at every change
/* The length of a string of any size, but nobody has written the zero. */
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

static size_t length(const char *s) {
    const char *p = s;
    while (*p)
        p++;
    return (size_t)(p - s);
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1)
        return 0;
    char *s = malloc(n);
    s[n - 1] = 1;
    size_t found = length(s);
    assert(found < n);
    assert(s[found] == 0);
    for (size_t i = 0; i < found; i++)
        assert(s[i] != 0);
    free(s);
    return 0;
}
