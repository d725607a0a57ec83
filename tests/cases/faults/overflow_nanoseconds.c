// property: no-overflow
// inputs: 9300000000
// end: violation overflow line 13

extern long __VERIFIER_nondet_long(void);

typedef struct {
    long seconds;
    int nanoseconds;
} moment;

static long flat(moment m) {
    return m.seconds * 1000000000L + m.nanoseconds;
}

int main(void) {
    moment m = {__VERIFIER_nondet_long(), 5};
    if (m.seconds < 0 || m.seconds > 10000000000L)
        return 1;
    return flat(m) < 0;
}
