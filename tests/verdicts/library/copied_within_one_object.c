// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// properties: valid-memsafety, unreach-call
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char text[8] = "abcdefg";
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4)
        return 0;
    memcpy(text + 4, text, n);
    memcpy(text, text, 8);
    memmove(text + 1, text, 4);
    assert(text[1] == 'a' && text[2] == 'b');
    return 0;
}
