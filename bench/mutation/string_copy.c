// verdict: proved
// inputs: 0..25
// A copy ends where the original does.
#include <string.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char from[6] = "abcd", to[6];
    int c = __VERIFIER_nondet_int();
    __VERIFIER_assume(c >= 0 && c < 26);
    from[1] = 'a' + c;
    strcpy(to, from);
    if (to[1] != from[1] || to[4] != 0)
        reach_error();
    return 0;
}
