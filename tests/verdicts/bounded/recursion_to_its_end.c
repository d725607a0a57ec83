// verdict: proved
// slow: others of its kind are run at every change
// Recursion that ends after five calls, with an array that it fills.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int filled[5];

void fill(int from) {
    if (from < 5) {
        filled[from] = from * from;
        fill(from + 1);
    }
}

int main(void) {
    int i = __VERIFIER_nondet_int();
    fill(0);
    if (i >= 0 && i < 5 && filled[i] != i * i)
        reach_error();
    return 0;
}
