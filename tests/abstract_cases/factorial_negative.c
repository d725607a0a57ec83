/* The factorial from n < 0 (section IX, necessary conditions): it never ends properly. The paper's listing gives f an upper bound of 1, which does not
   hold: from n = -1, f is 2 after two rounds. So nothing is asked of f here but what is so at its first test.

   direction: forward
   property: no-overflow
   domain: intervals */
#include "dovetail.h"

int main(void) {
    int n = dovetail_any_int(), f = 0;
    dovetail_initial(n < 0);
    f = 1;                   /* before: n [-oo,-1], f [0,0] */
    while (n != 0) {         /* before: n [-oo,-1], f [-oo,+oo] */
        f = f * n;           /* before: n [-oo,-1], f [-oo,+oo] */
        n = n - 1;           /* before: n [-oo,-1], f [-oo,+oo] */
        n = n;               /* before: n [-oo,-2], f [-oo,+oo] */
    }
    return 0;                /* before: unreachable */
}
