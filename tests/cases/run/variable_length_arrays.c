// inputs: 5,3
// end: normal 9

extern int __VERIFIER_nondet_int(void);

static int trace(int n, int m[n][n]) {
    int t = 0;
    for (int i = 0; i < n; i++)
        t += m[i][i];
    return t;
}

int main(void) {
    int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    int square[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            square[i][j] = i * n + j;
    int t = trace(n, square);
    unsigned long size = sizeof square + sizeof square[0];
    int old = n;
    typedef short line[n + k];
    n = 100; /* the sizes stay what they were */
    line l;
    t += (int)(sizeof l / sizeof l[0]) + (int)(size / sizeof(int)) + (int)sizeof(square) / old;
    for (int round = 1; round <= k; round++) {
        char buffer[round * 2];
        buffer[round * 2 - 1] = (char)round;
        t += buffer[sizeof buffer - 1];
    }
    int(*row)[old] = &square[1];
    row++;
    return (t + (*row)[1]) % 126;
}
