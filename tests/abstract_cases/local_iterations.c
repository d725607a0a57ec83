/* A test whose parts must be looked at again and again (section VIII-C): only together do they say that it never holds.

   direction: forward
   property: no-overflow
   domain: intervals */
#include "dovetail.h"

int main(void) {
    int x = 0, y, z;
    y = dovetail_any_int();                              /* before: x [0,0], y _0_, z _0_ */
    z = dovetail_any_int();                              /* before: x [0,0], y [-oo,+oo], z _0_ */
    if (((x == y) & (y == z)) & ((z + 1) == x)) {        /* before: x [0,0], y [-oo,+oo], z [-oo,+oo] */
        z = z + 0;                                       /* before: unreachable */
    } else {
        y = y + 0;                                       /* before: x [0,0], y [-oo,+oo], z [-oo,+oo] */
    }
    return 0;                                            /* before: x [0,0], y [-oo,+oo], z [-oo,+oo] */
}
