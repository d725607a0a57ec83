// verdict: proved
// inputs: 0..7
// Filled with one letter.
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char s[8];
    int i = __VERIFIER_nondet_int() & 7;
    memset(s, 'x', sizeof s);
    s[i] = 'y';
    int count = 0;
    for (int k = 0; k < 8; k++)
        count += s[k] == 'y';
    if (count != 1)
        reach_error();
    return 0;
}
