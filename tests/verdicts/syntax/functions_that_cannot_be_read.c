// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>

static int nested(int by) {
    int add(int number) { return number + by; }
    return add(2);
}

static int sized(int length) {
    struct { int numbers[length]; int last; } record;
    return sizeof record;
}

static _Complex double square(_Complex double number) {
    return number * number;
}

static _Float16 half = 0.5;

int main(void) {
    int line = __LINE__;
    assert(line == __LINE__ - 1);
    return 0;
}
