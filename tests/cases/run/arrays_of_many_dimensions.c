// inputs: 2
// end: normal 27

extern int __VERIFIER_nondet_int(void);

static short cube[2][3][4] = {{{1, 2}, {3}}, {[1] = {[2] = 9}}};
static char words[][6] = {"alpha", "beta", {'g', 'a'}};

static int total(short (*block)[4], int rows) {
    int sum = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < 4; j++)
            sum += block[i][j] * (j + 1);
    return sum;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    short local[3][4];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            local[i][j] = cube[i & 1][i][j] + n;
    cube[1][2][3] = 5;
    int h = total(cube[0], 3) + total(cube[1], 3) + total(local, 3);
    short *flat = cube[0][0];
    h += flat[18] + flat[23] + words[1][2] + words[n][1] + words[2][5];
    int *table[3] = {0, &n, 0};
    *table[1] += 1;
    h += n + (int)(sizeof cube / sizeof cube[0]) + (int)sizeof words + (int)sizeof(cube[1][0]);
    return h % 126;
}
