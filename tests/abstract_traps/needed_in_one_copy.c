/* property: unreach-call
   What one call needs to come to the goal another may not. */
#include <dovetail.h>
int mark;
int f(int a, int strict) {
    mark = 1;
    if (strict && a < 5) {
        dovetail_assume(0);
    }
    mark = 2;
    return a;
}
int main(void) {
    int x = dovetail_any_int();
    int y = dovetail_any_int();
    x = f(x, 0);
    y = f(y, 1);
    mark = 3;
    return x + y;
}
