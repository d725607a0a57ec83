// verdict: proved
// inputs: 0..3
// Globals start as said, or at zero.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int zero;

static int table[4] = {1, 2, 4, 8};

int main(void) {
    int i = __VERIFIER_nondet_int() & 3;
    zero += table[i];
    if (zero & (zero - 1))
        reach_error();
    return 0;
}
