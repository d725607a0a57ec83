// verdict: proved
// inputs: 0..3 0..3
// Transposed twice.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int m[2][2] = {{__VERIFIER_nondet_int() & 3, 1}, {__VERIFIER_nondet_int() & 3, 2}};
    int t[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            t[j][i] = m[i][j];
    if (t[0][1] != m[1][0] || t[1][0] != 1)
        reach_error();
    return 0;
}
