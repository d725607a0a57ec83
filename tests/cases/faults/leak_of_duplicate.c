// property: valid-memsafety
// inputs: 104,105,0
// end: violation memory-leak
// allocated: line 12

#include <stdlib.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

static size_t normalised_length(const char *word) {
    char *copy = strdup(word);
    for (char *c = copy; *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c += 'a' - 'A';
    return strlen(copy);
}

int main(void) {
    char word[4] = {0};
    for (int i = 0; i < 3; i++)
        if ((word[i] = __VERIFIER_nondet_char()) == 0)
            break;
    return (int)normalised_length(word);
}
