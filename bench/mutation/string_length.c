// verdict: proved
// inputs: 0..3
// Cut short by a terminator.
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char s[8] = "dovetail";
    int n = __VERIFIER_nondet_int() & 3;
    s[n] = 0;
    if (strlen(s) != n)
        reach_error();
    return 0;
}
