// strategy: auto
// verdict: violated
// properties: unreach-call, valid-memsafety
// slow: one of its kind is run at every change
/* The first place of a character in a string of any size, but for the first one. */
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);

static char *find(char *s, char wanted) {
    for (s++; s[-1] && *s != wanted; s++)
        if (!*s)
            return NULL;
    return s;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    char wanted = __VERIFIER_nondet_char();
    if (n < 1)
        return 0;
    char *text = malloc(n);
    text[n - 1] = 0;
    char *found = find(text, wanted);
    if (found) {
        assert(*found == wanted);
        for (char *p = text; p != found; p++)
            assert(*p != wanted);
    } else {
        for (char *p = text; *p; p++)
            assert(*p != wanted);
    }
    free(text);
    return 0;
}
