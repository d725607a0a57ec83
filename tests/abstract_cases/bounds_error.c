/* Backward from an index out of bounds on either side (section X): intervals cannot say "below or above", so that this
   contrapositive check alone decides nothing.

   direction: backward
   property: no-overflow
   domain: intervals */
#include "dovetail.h"

int main(void) {
    int i;
    i = 0;                                     /* before: i [-oo,+oo]? */
    while (i != 100) {                         /* before: i [-oo,2147483646] */
        i = i + 1;                             /* before: i [-oo,2147483646] */
        i = i;                                 /* before: i [-oo,+oo] */
        if (0 < i && i <= 100) {               /* before: i [-oo,+oo] */
            ;
        } else {
            dovetail_final(i <= 0 || 100 < i); /* before: i [-oo,+oo] */
        }
    }
    return 0;                                  /* before: unreachable */
}
