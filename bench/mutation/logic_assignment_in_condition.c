// verdict: violated
// inputs: 0..7
// One equals sign too few.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int() & 7, y = 3;
    if ((x = y) && x == 3 && y < 4)
        reach_error();
    return 0;
}
