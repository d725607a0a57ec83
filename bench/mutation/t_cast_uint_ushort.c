// verdict: proved
// inputs: 0..15
// unsigned as unsigned short and back.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int k = __VERIFIER_nondet_int() & 15;
    unsigned x = k + 0;
    unsigned short y = x;
    long plain = x, seen = y;
    if ((unsigned)y != x || plain != seen)
        reach_error();
    return 0;
}
