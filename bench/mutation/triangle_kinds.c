// verdict: proved
// inputs: 0..7 0..7 0..7
// Three sides, sorted into kinds.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int() & 7, b = __VERIFIER_nondet_int() & 7, c = __VERIFIER_nondet_int() & 7;
    int kind = 0;
    if (a > 0 && b > 0 && c > 0 && a + b > c && b + c > a && c + a > b) {
        if (a == b && b == c)
            kind = 3;
        else if (a == b || b == c || c == a)
            kind = 2;
        else
            kind = 1;
    }
    if (kind == 3 && a != c)
        reach_error();
    if (kind != 0 && a + b + c < 3)
        reach_error();
    return 0;
}
