// verdict: proved
// inputs: 0..15
// A function gets a copy.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct pair { int a; char b; };

static int change(struct pair p) {
    p.a = 100;
    p.b++;
    return p.b;
}

int main(void) {
    struct pair p;
    p.a = __VERIFIER_nondet_int() & 15;
    p.b = 3;
    int r = change(p);
    if (p.a > 15 || p.b != 3 || r != 4)
        reach_error();
    return 0;
}
