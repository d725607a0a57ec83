/* property: unreach-call
   C's remainder of a negative number is negative. */
#include <dovetail.h>
int mark;
int main(void) {
    int x = -11;
    unsigned u = 7;
    for (int i = 0; i < 5; i++) {
        x = x + 4;
        u = u - 3;
        mark = 1;
    }
    int y = dovetail_any_int();
    y = y * 4 + 3;
    mark = 2;
    return x + y + u;
}
