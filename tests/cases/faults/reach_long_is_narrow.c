// property: unreach-call
// inputs: 4294967301
// end: violation unreach-call line 13
// data-model: ILP32

extern void reach_error(void);
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
    long long wide = __VERIFIER_nondet_longlong();
    long narrow = (long)wide;
    if (wide > 100 && narrow == 5)
        reach_error();
    return 0;
}
