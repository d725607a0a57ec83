// end: normal 85

static unsigned moves;

static void hanoi(int n, int from, int to, int by) {
    if (n == 0)
        return;
    hanoi(n - 1, from, by, to);
    moves = moves * 3 + from * to;
    hanoi(n - 1, by, to, from);
}

static int permute(int *a, int k, int n) {
    if (k == n)
        return a[0] * 9 + a[1] * 3 + a[2] > 20;
    int good = 0;
    for (int i = k; i < n; i++) {
        int held = a[k];
        a[k] = a[i], a[i] = held;
        good += permute(a, k + 1, n);
        held = a[k];
        a[k] = a[i], a[i] = held;
    }
    return good;
}

static unsigned hofstadter_m(unsigned n);
static unsigned hofstadter_f(unsigned n) { return n ? n - hofstadter_m(hofstadter_f(n - 1)) : 1; }
static unsigned hofstadter_m(unsigned n) { return n ? n - hofstadter_f(hofstadter_m(n - 1)) : 0; }

static int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }

int main(void) {
    int a[] = {1, 2, 3};
    hanoi(4, 1, 3, 2);
    return (moves + permute(a, 0, 3) * 7 + hofstadter_f(9) + hofstadter_m(10) + gcd(84, 36)) % 126;
}
