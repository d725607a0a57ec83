// strategy: auto
// verdict: violated
// properties: unreach-call, valid-memsafety
// slow: one of its kind is run at every change
/* A string of any size without the blanks at its beginning and its end; there may be nothing else. */
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

static char *trim(char *s) {
    while (*s == ' ')
        s++;
    char *end = s;
    while (*end)
        end++;
    while (end[-1] == ' ')
        end--;
    *end = 0;
    assert(end == s || end[-1] != ' ');
    return s;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1)
        return 0;
    char *s = malloc(n);
    s[n - 1] = 0;
    assert(*trim(s) != ' ');
    free(s);
    return 0;
}
