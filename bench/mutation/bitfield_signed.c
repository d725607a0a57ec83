// verdict: proved
// inputs: 0..15
// A signed field of four bits.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct small { signed int v : 4; };

int main(void) {
    struct small s;
    int x = (__VERIFIER_nondet_int() & 15) - 8;
    s.v = x;
    if (s.v != x)
        reach_error();
    return 0;
}
