// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// properties: valid-memsafety
extern int __VERIFIER_nondet_int(void);


int main(void) {
    int sum = 0, n = 0, *p = 0, *q = 0;
    for (int i = 0; i < 2; i++) { /* one i for all turns */
        if (p)
            sum += *p;
        p = &i;
    }
    for (;;) {
        int y = 2, *r = &y;
        for (;;) {
            int x = 1;
            r = &x;
            sum += *r;
            r = &y;
            break;
        }
        sum += *r;
        break;
    }
    switch (__VERIFIER_nondet_int()) {
    case 1:;
        int x = 3, *r = &x;
        sum += *r;
        break;
    default:
        sum += ({ int v = 5, *s = &v; *s; });
    }
    goto in;
    {
        sum = 0;
    in:;
        int w = 4, *s = &w;
        sum += *s;
    }
again:;
    int z = n;
    if (q)
        return *q + sum;
    q = &z;
    n++;
    goto again;
}
