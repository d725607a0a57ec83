// property: unreach-call
// inputs: 10
// end: violation unreach-call line 16

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    double sum = 0;
    if (n < 1 || n > 10)
        return 0;
    for (int i = 0; i < n; i++)
        sum += 0.1;
    if (n == 10 && sum != 1.0)
        reach_error();
    return 0;
}
