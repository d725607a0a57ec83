// property: unreach-call
// inputs: 0,1
// end: violation unreach-call line 21

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int checks;

static int check(int ok) {
    checks++;
    return ok;
}

int main(void) {
    int a = __VERIFIER_nondet_int() != 0;
    int b = __VERIFIER_nondet_int() != 0;
    int both = check(a) && check(b);
    int either = check(b) || check(a);
    if (!both && either && checks == 2)
        reach_error();
    return 0;
}
