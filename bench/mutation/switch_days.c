// verdict: proved
// inputs: 0..7
// One case for each.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int day = __VERIFIER_nondet_int() & 7, hours;
    switch (day) {
    case 0:
    case 6:
        hours = 0;
        break;
    case 5:
        hours = 6;
        break;
    case 7:
        return 0;
    default:
        hours = 8;
    }
    if (hours > 6 && (day == 0 || day > 4))
        reach_error();
    return 0;
}
