// verdict: violated
// inputs: 0..15
// int as unsigned short and back.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int k = __VERIFIER_nondet_int() & 15;
    int x = k + -9;
    unsigned short y = x;
    long plain = x, seen = y;
    if ((int)y != x || plain != seen)
        reach_error();
    return 0;
}
