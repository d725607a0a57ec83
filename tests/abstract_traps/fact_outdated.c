/* property: no-overflow
   That a sum fits is known until its operand is written. */
#include <dovetail.h>
int mark;
int a[1], b[2];
int main(void) {
    a[0] = dovetail_any_int();
    dovetail_assume(a[0] > 2);
    b[0] = a[0] + 1;
    a[0] = 0;
    b[1] = a[0] + 1;
    mark = 1;
    return b[1];
}
