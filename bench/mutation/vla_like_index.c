// verdict: proved
// inputs: 0..3
// An index that is always inside.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned i = __VERIFIER_nondet_uint() & 3;
    unsigned char a[4] = {10, 20, 30, 40};
    unsigned next = (i + 3) % 4;
    if (a[next] == a[i])
        reach_error();
    return 0;
}
