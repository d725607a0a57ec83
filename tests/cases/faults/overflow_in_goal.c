// property: no-overflow
// inputs: 2147483647
// end: violation overflow line 8

#include "dovetail.h"
int main(void) {
    int n = dovetail_any_int();
    dovetail_sometime(n + 1 > 7);
    return 0;
}
