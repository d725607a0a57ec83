// strategy: auto
// verdict: proved
// properties: unreach-call, valid-memsafety
// slow: takes several seconds
/* A string of any size is added at the end of another one, where there is just enough room for it. */
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

static void append(char *to, const char *from) {
    char *end = to;
    while (*end)
        end++;
    while ((*end++ = *from++) != 0)
        ;
}

int main(void) {
    unsigned first = __VERIFIER_nondet_uint(), second = __VERIFIER_nondet_uint();
    if (first > 1000000 || second > 1000000)
        return 0;
    char *to = malloc(first + second + 1), *from = malloc(second + 1);
    to[first] = 0;
    from[second] = 0;
    append(to, from);
    free(to);
    free(from);
    return 0;
}
