// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// properties: valid-memsafety, unreach-call
#include <assert.h>
#include <stdio.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char source[5], text[4];
    for (int i = 0; i < 4; i++)
        source[i] = __VERIFIER_nondet_char();
    source[4] = 0;
    int count = snprintf(text, sizeof text, "%s", source);
    assert(count == (int)strlen(source));
    assert(strlen(text) <= 3);
    if (count < 4)
        assert(strcmp(text, source) == 0);
    return 0;
}
