/* property: unreach-call
   Out of one object and, by way of memory, into another. */
#include <dovetail.h>
int mark;
int ga[2], gb[16];
struct S { int *p; } gs;
int main(void) {
    gs.p = ga + 8;
    mark = 1;
    int *p = gs.p;
    mark = 2;
    if (p >= gb && p < gb + 16) {
        *p = 3;
        mark = 3;
    }
    if (gs.p == gb + 4) {
        mark = 4;
    }
    return 0;
}
