// end: normal 19

static int sum(int n, int a[n][n]) {
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s += a[i][j];
    return s;
}
static int last(int n, int a[static 2]) { return a[n - 1]; }

int main(void) {
    int n = 3;
    int a[n];
    int(*p)[n] = &a;
    typedef int row[n];
    n = 10;
    row r;
    r[2] = 4;
    int h = sizeof(a) + sizeof(*p) + sizeof(row) + sizeof(r) + r[2] + n;
    int b[2][2] = {{1, 2}, {3, 4}};
    h += sum(2, b) + last(2, b[1]);
    {
        int n = 2, m = 3;
        int c[n][m];
        c[1][2] = 5;
        h += c[1][2] + sizeof(c) + sizeof(c[0]);
    }
    for (int n = 1; n < 4; n++) {
        int d[n];
        d[n - 1] = n;
        h += d[n - 1] + sizeof d;
    }
    return h & 127;
}
