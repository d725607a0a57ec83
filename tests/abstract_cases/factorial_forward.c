/* Forward analysis of the factorial (section VIII-B): what can be reached, the overflow that stops it included.

   direction: forward
   property: no-overflow
   domain: intervals */
#include "dovetail.h"

int main(void) {
    int n, f;
    n = dovetail_any_int();  /* before: n _0_, f _0_ */
    f = 1;                   /* before: n [-oo,+oo], f _0_ */
    while (n != 0) {         /* before: n [-oo,+oo], f [-oo,+oo] */
        f = f * n;           /* before: n [-oo,+oo], f [-oo,+oo] */
        n = n - 1;           /* before: n [-oo,+oo], f [-oo,+oo] */
        n = n;               /* before: n [-oo,2147483646], f [-oo,+oo] */
    }
    return 0;                /* before: n [0,0], f [-oo,+oo] */
}
