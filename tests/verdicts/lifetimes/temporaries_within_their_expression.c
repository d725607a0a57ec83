// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// properties: valid-memsafety
extern int __VERIFIER_nondet_int(void);


struct pair {
    int a[2];
};

static struct pair made(int i) {
    struct pair x = {{i, i + 1}};
    return x;
}

static int second(int *p) {
    return p[1];
}

static int changed(int x, struct pair y) {
    int *p = &x, *q = y.a;
    *p += 1;
    q[0] = 5;
    return x + y.a[0];
}

int main(void) {
    int i = 0, sum = made(made(1).a[1]).a[0] + second(made(3).a);
    while (made(i).a[0] < 2)
        i++;
    sum += __VERIFIER_nondet_int() ? made(1).a[0] : made(2).a[1];
    struct pair y = ({ struct pair x = {{1, 2}}; x; });
    return sum + changed(i, y) + y.a[1];
}
