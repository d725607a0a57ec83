/* The greatest common divisor by subtraction. The assertion holds for every pair of positive numbers. */
#include <assert.h>
#include <dovetail.h>

static int gcd(int a, int b) {
    while (a != b) {
        if (a > b)
            a = a - b;
        else
            b = b - a;
    }
    return a;
}

int main(void) {
    int a = dovetail_any_int();
    int b = dovetail_any_int();
    dovetail_assume(a > 0 && b > 0 && a <= 1000 && b <= 1000);
    int d = gcd(a, b);
    assert(a % d == 0 && b % d == 0);
    return 0;
}
