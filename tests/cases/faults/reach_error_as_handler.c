// property: unreach-call
// inputs: 200
// end: violation unreach-call line 13

extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static void ignore(void) {}

typedef void (*handler)(void);

static void dispatch(handler h) {
    h();
}

int main(void) {
    unsigned char level = __VERIFIER_nondet_uchar();
    handler h = ignore;
    if (level > 199)
        h = reach_error;
    dispatch(h);
    return 0;
}
