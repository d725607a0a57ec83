/* Backward analysis of the factorial from its end (sections VIII-B and IX): unless n >= 0, it cannot end well.

   direction: backward
   property: no-overflow
   domain: intervals */
#include "dovetail.h"

int main(void) {
    int n, f;
    n = dovetail_any_int();  /* before: n [-oo,+oo]?, f [-oo,+oo]? */
    f = 1;                   /* before: n [0,+oo], f [-oo,+oo]? */
    while (n != 0) {         /* before: n [0,+oo], f [-oo,+oo]? */
        f = f * n;           /* before: n [1,+oo], f [-oo,+oo] */
        n = n - 1;           /* before: n [1,+oo], f [-oo,+oo]? */
        n = n;               /* before: n [0,+oo], f [-oo,+oo]? */
    }
    return 0;                /* before: n [-oo,+oo]?, f [-oo,+oo]? */
}
