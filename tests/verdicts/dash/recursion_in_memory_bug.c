// verdict: violated
// slow: others of its kind are run at every change
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int a[8];

static void fill(int i, int value) {
    if (i >= 8)
        return;
    a[i] = value;
    if (value == 1234 && i == 2)
        a[i] = 0;
    fill(i + 1, value);
}

int main(void) {
    int value = __VERIFIER_nondet_int();
    fill(0, value);
    if (a[2] != value)
        reach_error();
    return 0;
}
