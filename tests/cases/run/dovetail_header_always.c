// inputs: 46341
// end: violation assertion line 11

#include "dovetail.h"

static int square(int x) { return x * x; }

int main(void) {
    int n = dovetail_any_int();
    dovetail_assume(n > -100000 && n < 100000);
    dovetail_always(square(n) >= 0);
    return 0;
}
