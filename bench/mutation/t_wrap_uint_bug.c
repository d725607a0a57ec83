// verdict: violated
// inputs: 0..7
// unsigned: 7 steps up from 4294967290.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int k = __VERIFIER_nondet_int() & 7;
    unsigned x = 4294967290;
    unsigned y = x + k;
    if (y < x)
        reach_error();
    return 0;
}
