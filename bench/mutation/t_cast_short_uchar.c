// verdict: violated
// inputs: 0..15
// short as unsigned char and back.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int k = __VERIFIER_nondet_int() & 15;
    short x = k + -9;
    unsigned char y = x;
    long plain = x, seen = y;
    if ((short)y != x || plain != seen)
        reach_error();
    return 0;
}
