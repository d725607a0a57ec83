/* The number of a day in its year. */
extern int __VERIFIER_nondet_int(void);

static int leap(int year) {
    if (year % 400 == 0)
        return 1;
    if (year % 100 == 0)
        return 0;
    return year % 4 == 0;
}

int main(void) {
    int year = __VERIFIER_nondet_int();
    int month = __VERIFIER_nondet_int();
    int day = __VERIFIER_nondet_int();
    int number = 0;
    if (year < 1600 || year > 2400 || month < 1 || month > 12 || day < 1)
        return -1;
    for (int m = 1; m <= 12; m++) {
        int length = 31;
        if (m == 4 || m == 6 || m == 9 || m == 11)
            length = 30;
        if (m == 2)
            length = 28 + leap(year);
        if (m == month) {
            if (day > length)
                return -2;
            return number + day;
        }
        number += length;
    }
    return -3;
}
