// inputs: -5
// end: assumption

#include "dovetail.h"

int main(void) {
    int n = dovetail_any_int();
    dovetail_initial(n >= 0);
    dovetail_always(n >= 0);
    return 1;
}
