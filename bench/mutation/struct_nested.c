// verdict: proved
// inputs: 0..7 0..7
// A box in a box.
extern void reach_error(void);
extern short __VERIFIER_nondet_short(void);

struct inner { short low, high; };

struct outer { char tag; struct inner range; int count; };

int main(void) {
    struct outer o = {0};
    short a = __VERIFIER_nondet_short() & 7, b = __VERIFIER_nondet_short() & 7;
    o.tag = 'r';
    if (a < b) {
        o.range.low = a;
        o.range.high = b;
    } else {
        o.range.low = b;
        o.range.high = a;
    }
    o.count = o.range.high - o.range.low;
    if (o.count < 0 || o.count > 7 || o.tag != 'r')
        reach_error();
    return 0;
}
