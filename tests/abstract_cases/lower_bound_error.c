/* Backward from an index below its bounds (section X): nothing at the entry leads there.

   direction: backward
   property: no-overflow
   domain: intervals */
#include "dovetail.h"

int main(void) {
    int i;
    i = 0;                        /* before: unreachable */
    while (i != 100) {            /* before: i [-oo,-1] */
        i = i + 1;                /* before: i [-oo,-1] */
        i = i;                    /* before: i [-oo,0] */
        if (0 < i) {              /* before: i [-oo,0] */
            ;
        } else {
            dovetail_final(i <= 0); /* before: i [-oo,0] */
        }
    }
    return 0;                     /* before: unreachable */
}
