// strategy: auto
// verdict: violated
// properties: unreach-call, valid-memsafety
// slow: one of its kind is run at every change
/* A string of any size, turned round in its place up to the zero at its end, which moves, too. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

static void reverse(char *s, int length) {
    int i = 0, j = length - 1;
    while (i < j) {
        char kept = s[i];
        s[i] = s[j];
        s[j] = kept;
        i++;
        j--;
    }
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000)
        return 0;
    char *s = malloc(n), *before = malloc(n);
    int length = 0;
    while (length < n - 1) {
        char c = __VERIFIER_nondet_char();
        if (c == 0)
            break;
        s[length] = c;
        before[length] = c;
        length++;
    }
    s[length] = 0;
    reverse(s, length + 1);
    assert(length == 0 || s[length] == 0);
    for (int i = 0; i < length; i++)
        assert(s[i] == before[length - 1 - i]);
    free(s);
    free(before);
    return 0;
}
