// verdict: violated
// inputs: 0..15
// Through a pointer it is the same one.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct pair { int a; char b; };

static int change(struct pair *p) {
    p->a = p->a == 11 ? 100 : p->a;
    p->b++;
    return p->b;
}

int main(void) {
    struct pair p;
    p.a = __VERIFIER_nondet_int() & 15;
    p.b = 3;
    int r = change(&p);
    if (p.a > 15 || r != 4)
        reach_error();
    return 0;
}
