// inputs: 4
// end: normal 49

extern int __VERIFIER_nondet_int(void);

#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })

static int calls;
static int costly(int x) {
    calls++;
    return x * x;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    int m = MAX(costly(n), n + 3);
    int sum = ({
        int s = 0;
        for (int i = 0; i < m; i++) {
            if (i == 9)
                break;
            s += i;
        }
        s;
    });
    int nested = ({ int a = ({ int b = n; b + 1; }); a * 2; });
    struct pair { int x, y; } p = ({ struct pair q = {sum, nested}; q; });
    ({ ; });
    return (p.x + p.y + MAX(calls, 1) * 3) % 126;
}
