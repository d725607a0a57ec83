/* property: unreach-call
   What one call needs to come to the goal another may not. */
#include <dovetail.h>
int mark;
int f(int strict) {
    int a = dovetail_any_int();
    mark = 1;
    if (strict && a < 5) {
        dovetail_assume(0);
    }
    mark = 2;
    return a;
}
int main(void) {
    int x = f(0);
    int y = f(1);
    mark = 3;
    return x + y;
}
