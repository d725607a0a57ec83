// verdict: violated
// slow: others of its kind are run at every change
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int count;

static void visit(int n) {
    if (n <= 0)
        return;
    count++;
    visit(n - 1);
    if (n != 3)
        count--;
}

int main(void) {
    visit(__VERIFIER_nondet_int());
    if (count != 0)
        reach_error();
    return 0;
}
