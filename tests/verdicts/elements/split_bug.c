// strategy: auto
// verdict: violated
// properties: unreach-call, valid-memsafety
// slow: one of its kind is run at every change
/* A string of any size, cut at its commas: what comes behind one is not looked at. */
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

static char *split(char *s) {
    char *p = s;
    while (*p) {
        if (*p == ',')
            *p++ = 0;
        p++;
    }
    return p;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1)
        return 0;
    char *s = malloc(n);
    s[n - 1] = 0;
    char *end = split(s);
    assert(*end == 0);
    for (char *p = s; p < end; p++)
        assert(*p != ',');
    free(s);
    return 0;
}
