// strategy: auto
// verdict: unknown
// reason: an array of variable length inside of a record is not modelled
// slow: others of its kind are run at every change
#include <assert.h>

static int sized(int length) {
    struct { int numbers[length]; int last; } record;
    return sizeof record;
}

int main(void) {
    assert(sized(3) == 16);
    return 0;
}
