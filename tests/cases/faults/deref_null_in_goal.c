// property: valid-memsafety
// end: violation invalid-deref line 10
// A condition is a condition: it is evaluated, and what it reads has to be there.

#include "dovetail.h"

int main(void) {
    int x = 0, *p = &x;
    while (dovetail_any_int() == 0) {
        dovetail_sometime(*p == 3);
        p = 0;
    }
    return 0;
}
