/* property: unreach-call
   NaN is in no range, and infinity is no constant of C. */
#include <dovetail.h>
int mark;
int main(void) {
    double x = dovetail_any_double();
    float y = dovetail_any_float();
    if (x < 2) {
        mark = 1;
    } else {
        mark = 2;
    }
    if (!(y > 3)) {
        mark = 3;
    }
    if (y == y) {
        mark = 4;
    }
    double z = x * 0;
    mark = 5;
    return z > 1;
}
