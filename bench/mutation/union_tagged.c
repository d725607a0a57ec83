// verdict: proved
// inputs: 0..15 0..1
// A tag says which member is meant.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct value { char tag; union { int number; char letter; } as; };

int main(void) {
    struct value v;
    int n = __VERIFIER_nondet_int() & 15;
    if (__VERIFIER_nondet_int() & 1) {
        v.tag = 0;
        v.as.number = n + 1000;
    } else {
        v.tag = 1;
        v.as.letter = 'a' + n;
    }
    if (v.tag == 0 && v.as.number < 1000)
        reach_error();
    if (v.tag == 1 && (v.as.letter < 'a' || v.as.letter > 'p'))
        reach_error();
    return 0;
}
