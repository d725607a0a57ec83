// inputs: 3
// end: undefined line 11

#include "dovetail.h"

int main(void) {
    int n = dovetail_any_int();
    int *p = n == 3 ? 0 : &n;
    dovetail_final(p && *p == 4);
    dovetail_sometime(n == 0 || 6 / n == 2);
    dovetail_final(n > 3 || *p == 4);
    dovetail_always(0);
    return 0;
}
