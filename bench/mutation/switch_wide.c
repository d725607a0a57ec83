// verdict: proved
// inputs: 0..31
// Ranges by labels far apart.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = (__VERIFIER_nondet_uint() & 31) * 1000u;
    int r = 0;
    switch (x) {
    case 0u:
        r = 1;
        break;
    case 31000u:
        r = 2;
        break;
    case 15000u:
        r = 3;
        break;
    }
    if (r == 2 && x < 31000u)
        reach_error();
    if (r == 0 && x == 15000u)
        reach_error();
    return 0;
}
