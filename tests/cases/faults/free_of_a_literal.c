// property: valid-memsafety
// inputs: 0
// end: violation invalid-free line 22

#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static char *message(int code) {
    if (code == 0)
        return "no error";
    char *text = malloc(8);
    strcpy(text, "error 0");
    text[6] += code & 7;
    return text;
}

int main(void) {
    char *text = message(__VERIFIER_nondet_int());
    int first = text[0];
    free(text);
    return first;
}
