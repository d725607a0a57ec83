// verdict: proved
// inputs: 0..3
// unsigned: 3 steps up from 4294967290.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int k = __VERIFIER_nondet_int() & 3;
    unsigned x = 4294967290;
    unsigned y = x + k;
    if (y < x)
        reach_error();
    return 0;
}
