// verdict: proved
// inputs: 0..2 0..3
// Rows and columns.
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int t[3][4];
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int() & 3;
    __VERIFIER_assume(i >= 0 && i < 3);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            t[r][c] = r * 4 + c;
    if (t[i][j] != i * 4 + j)
        reach_error();
    return 0;
}
