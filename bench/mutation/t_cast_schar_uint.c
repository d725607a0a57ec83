// verdict: violated
// inputs: 0..15
// signed char as unsigned and back.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int k = __VERIFIER_nondet_int() & 15;
    signed char x = k + -128;
    unsigned y = x;
    long plain = x, seen = y;
    if ((signed char)y != x || plain != seen)
        reach_error();
    return 0;
}
