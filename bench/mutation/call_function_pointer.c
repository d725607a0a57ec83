// verdict: proved
// inputs: 0..3 0..15
// A table of operations.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int add(int a) { return a + 3; }

static int subtract(int a) { return a - 3; }

static int twice(int a) { return a * 2; }

static int same(int a) { return a; }

int main(void) {
    int (*table[4])(int) = {add, subtract, twice, same};
    int which = __VERIFIER_nondet_int() & 3, x = __VERIFIER_nondet_int() & 15;
    int y = table[which](x);
    if (y > 30 || y < -3)
        reach_error();
    return 0;
}
