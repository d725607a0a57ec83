// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// reason: memcpy between places that overlap
// properties: valid-memsafety
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char text[8] = "abcdefg";
    int shift = __VERIFIER_nondet_int();
    if (shift < 1 || shift > 3)
        return 0;
    memcpy(text + shift, text, 3);
    return 0;
}
