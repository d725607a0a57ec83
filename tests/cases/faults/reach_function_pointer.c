// property: unreach-call
// inputs: 2
// end: violation unreach-call line 18

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

int main(void) {
    int (*const operations[])(int, int) = {add, sub, mul};
    int which = __VERIFIER_nondet_int();
    if (which < 0 || which >= 3)
        return 0;
    if (operations[which](6, 7) == 42)
        reach_error();
    return 0;
}
