/* The factorial, forward and backward in alternation (sections II and VIII-B): what is left is n >= 0, which has to be
   checked where n is read, and then f is positive.

   direction: both
   property: no-overflow
   domain: intervals
   needs: line 13 n >= 0 */
#include "dovetail.h"

int main(void) {
    int n, f;
    n = dovetail_any_int();  /* before: n _0_, f _0_ */
    f = 1;                   /* before: n [0,+oo], f _0_ */
    while (n != 0) {         /* before: n [0,+oo], f [1,+oo] */
        f = f * n;           /* before: n [1,+oo], f [1,+oo] */
        n = n - 1;           /* before: n [1,+oo], f [1,+oo] */
        n = n;               /* before: n [0,2147483646], f [1,+oo] */
    }
    return 0;                /* before: n [0,0], f [1,+oo] */
}
