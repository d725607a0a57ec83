// verdict: proved
// slow: others of its kind are run at every change
// The relation of all four holds in the machine's arithmetic, and not over the integers.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int from = __VERIFIER_nondet_int(), to = __VERIFIER_nondet_int();
    int left = from, right = to;
    while (left != 0) {
        left = left - 1;
        right = right - 1;
    }
    if (from == to && right != 0)
        reach_error();
    return 0;
}
