/* A loop over an array until i is 100 (section VIII-A), without a word on what i may be.

   direction: forward
   property: no-overflow
   domain: intervals */
#include "dovetail.h"

int main(void) {
    int i;
    i = 0;               /* before: i _0_ */
    while (i != 100) {   /* before: i [0,+oo] */
        i = i + 1;       /* before: i [0,+oo] */
        i = i;           /* before: i [1,+oo] */
    }
    return 0;            /* before: i [100,100] */
}
