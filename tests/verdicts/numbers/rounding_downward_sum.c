// What a float has no digits for is lost in one mode and counts in another; both runs say so.
// strategy: auto
// verdict: violated
// seconds: 20
#include <assert.h>
#include <fenv.h>
extern int dovetail_any_int(void);

int main(void) {
    float big = 0x1p24f, small = 0x1p-20f, sum;
    int mode = dovetail_any_int();
    if (fesetround(mode))
        return 0;
    sum = big + small;
    assert(sum == big);
    return 0;
}
