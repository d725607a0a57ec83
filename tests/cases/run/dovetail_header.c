// inputs: 6,3
// end: normal 18

#include "dovetail.h"

int main(void) {
    int n = dovetail_any_int();
    unsigned char k = dovetail_any_uchar();
    dovetail_assume(n >= 0 && n < 100);
    int product = 0;
    for (int i = 0; i < k; i++) {
        dovetail_predicate(product == i * n);
        product += n;
    }
    dovetail_always(product == n * k);
    dovetail_sometime(product == 18);
    return product;
}
