// verdict: violated
// inputs: 0..3
// Some letter is the right one.
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char s[4] = "ca?";
    s[2] = 'r' + (__VERIFIER_nondet_int() & 3);
    if (strcmp(s, "cat") == 0)
        reach_error();
    return 0;
}
