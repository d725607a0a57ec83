/* Backward from an index above its bounds (section X): nothing at the entry leads there.

   direction: backward
   property: no-overflow
   domain: intervals */
#include "dovetail.h"

int main(void) {
    int i;
    i = 0;                          /* before: unreachable */
    while (i != 100) {              /* before: i [101,2147483646] */
        i = i + 1;                  /* before: i [100,2147483646] */
        i = i;                      /* before: i [101,+oo] */
        if (i <= 100) {             /* before: i [101,+oo] */
            ;
        } else {
            dovetail_final(100 < i); /* before: i [101,+oo] */
        }
    }
    return 0;                       /* before: unreachable */
}
