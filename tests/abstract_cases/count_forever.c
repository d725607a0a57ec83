/* Counting without an end (section VII): an infinite domain, and a widening, are needed.

   direction: forward
   property: no-overflow
   domain: intervals */
#include "dovetail.h"

int main(void) {
    int x;
    x = 0;             /* before: x _0_ */
    while (0 < 1) {
        x = x + 1;     /* before: x [0,+oo] */
        x = x;         /* before: x [1,+oo] */
    }
    return 0;          /* before: unreachable */
}
