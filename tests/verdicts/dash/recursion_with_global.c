// verdict: proved
// slow: others of its kind are run at every change
// What the procedure does to one global is a contract; that it leaves the other alone, nobody has to say.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int count, untouched;

static void visit(int n) {
    if (n <= 0)
        return;
    count++;
    visit(n - 1);
    count--;
}

int main(void) {
    count = __VERIFIER_nondet_int();
    int before = count;
    untouched = 5;
    visit(__VERIFIER_nondet_int());
    if (count != before || untouched != 5)
        reach_error();
    return 0;
}
