// verdict: proved
// inputs: 0..15
// unsigned short as unsigned and back.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int k = __VERIFIER_nondet_int() & 15;
    unsigned short x = k + 0;
    unsigned y = x;
    long plain = x, seen = y;
    if ((unsigned short)y != x || plain != seen)
        reach_error();
    return 0;
}
