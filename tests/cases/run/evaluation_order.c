// compilers: clang
// end: normal 110

/* C leaves these orders open; clang's is the one that is modelled. */
static int trace = 1;
static int values[8];

static int t(int digit) {
    trace = (trace * 7 + digit) % 99991;
    return digit;
}
static int *at(int i) {
    t(i);
    return &values[i];
}
static int three(int a, int b, int c) { return a * 4 + b * 2 + c; }
static int (*pick(void))(int, int, int) {
    t(6);
    return three;
}

int main(void) {
    int h = three(t(1), t(2), t(3)); /* arguments from left to right */
    h += t(1) + t(2) * t(3) - t(4);  /* operands from left to right */
    *at(5) = t(2);                   /* the right side first */
    *at(4) += t(3);
    values[t(1)] = values[t(2)] + t(3);
    h += pick()(t(1), t(2), t(0)); /* the function before the arguments */
    *at(1) = *at(2) = t(7);
    h += *at(3) + values[t(5)];
    return (h + trace) % 126;
}
