// verdict: proved
// inputs: 0..15 0..15
// A copy goes its own way.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct point { int x, y; };

int main(void) {
    struct point p = {__VERIFIER_nondet_int() & 15, __VERIFIER_nondet_int() & 15};
    struct point q = p;
    q.x += 1;
    if (p.x == q.x || p.y != q.y)
        reach_error();
    return 0;
}
