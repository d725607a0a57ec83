// property: unreach-call
// inputs: 1
// end: violation unreach-call line 28

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int cost(int grade) {
    int c = 0;
    switch (grade) {
    case 0:
        c += 100;
        break;
    case 1:
        c += 10; /* the break is missing */
    case 2:
        c += 5;
        break;
    default:
        c = 1;
    }
    return c;
}

int main(void) {
    int grade = __VERIFIER_nondet_int();
    if (grade == 1 && cost(grade) != 10)
        reach_error();
    return 0;
}
