// verdict: proved
// At its own calls a recursive procedure may rely on what is to be proved of it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int down(int n) {
    if (n <= 0)
        return 0;
    return down(n - 1);
}

int main(void) {
    if (down(__VERIFIER_nondet_int()) != 0)
        reach_error();
    return 0;
}
