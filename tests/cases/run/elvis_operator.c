// inputs: 0,5
// end: normal 71

extern int __VERIFIER_nondet_int(void);

static int asked;
static int ask(void) {
    asked++;
    return __VERIFIER_nondet_int();
}

int main(void) {
    int a = ask() ?: 40; /* GNU C: evaluated once */
    int b = ask() ?: 40;
    const char *name = (const char *)0 ?: "x";
    double d = 0.0 ?: 2.5;
    return a + b + asked * 10 + (name[0] == 'x') + (int)(d * 2);
}
