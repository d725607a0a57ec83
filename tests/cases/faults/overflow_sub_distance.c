// property: no-overflow
// inputs: -2000000000,2000000000
// end: violation overflow line 14

extern int __VERIFIER_nondet_int(void);

struct point {
    int x, y;
};

static int distance(const struct point *p) {
    if (p->x > p->y)
        return p->x - p->y;
    return p->y - p->x;
}

int main(void) {
    struct point p;
    p.x = __VERIFIER_nondet_int();
    p.y = __VERIFIER_nondet_int();
    return distance(&p) < 0;
}
