/* property: no-overflow
   A check does not fail where the run ends before its condition is known. */
#include <dovetail.h>
int mark;
int *gp;
int main(void) {
    int x = dovetail_any_int();
    if (x > 3) {
        mark = 1;
        mark = *gp + 1;
    }
    if (x < -3) {
        x = x / (x - x);
    }
    mark = 2;
    return 0;
}
