// strategy: auto
// verdict: violated
// properties: unreach-call, valid-memsafety
// slow: one of its kind is run at every change
/* How many characters at the beginning of a string are among those of another one, and the zero is one of them. */
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

static size_t span(const char *text, const char *some) {
    const char *at = text, *one;
    char c;
again:
    c = *at++;
    for (one = some; one == some || one[-1]; one++)
        if (*one == c)
            goto again;
    return (size_t)(at - 1 - text);
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
    if (n == 0 || m == 0)
        return 0;
    char *text = malloc(n), *some = malloc(m);
    text[n - 1] = 0;
    some[m - 1] = 0;
    assert(span(text, some) < n);
    free(text);
    free(some);
    return 0;
}
