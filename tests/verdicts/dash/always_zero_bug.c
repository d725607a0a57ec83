// verdict: violated
// slow: others of its kind are run at every change
// Round the loop the constant stays what it is, except when the input says the word.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int l = 0, word;
    while ((word = __VERIFIER_nondet_int()))
        l = word == 20080101;
    assert(!l);
    return 0;
}
