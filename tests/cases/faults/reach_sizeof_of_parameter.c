// property: unreach-call
// inputs: 6
// end: violation unreach-call line 21
// data-model: ILP32

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int sum(const char values[16]) {
    int total = 0;
    for (unsigned i = 0; i < sizeof values; i++)
        total += values[i];
    return total;
}

int main(void) {
    char values[16] = {0};
    int at = __VERIFIER_nondet_int() & 15;
    values[at] = 1;
    if (sum(values) == 0 && at < 8)
        reach_error();
    return 0;
}
