// verdict: violated
// inputs: 0..7
// The inner one is another.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int x = 1;

static int get(void) { return x; }

int main(void) {
    int y = __VERIFIER_nondet_int() & 7;
    {
        int x = y;
        x++;
        if (get() == x)
            reach_error();
    }
    return 0;
}
