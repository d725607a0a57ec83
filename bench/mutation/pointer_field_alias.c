// verdict: proved
// inputs: 0..15 0..15
// A pointer to one field does not reach another.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct pair { int a, b; };

int main(void) {
    struct pair p;
    p.a = __VERIFIER_nondet_int() & 15;
    p.b = __VERIFIER_nondet_int() & 15;
    int b = p.b;
    int *q = &p.a;
    *q = 99;
    if (p.b != b || p.a != 99)
        reach_error();
    return 0;
}
