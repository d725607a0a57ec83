// verdict: violated
// inputs: -128..127
// What a char holds may be negative.
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char c = __VERIFIER_nondet_char();
    int index = c;
    if (index < 0)
        reach_error();
    return 0;
}
