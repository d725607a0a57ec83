/* property: unreach-call
   After a recursive call, a variable is one of two by name. */
#include <dovetail.h>
int mark;
int rec(int a, int *w) {
    int mine = a;
    int own[2] = {a, 1};
    mark = 1;
    if (a <= 0) return 5;
    int got = rec(a - 1, &mine);
    mark = 2;
    own[1] = got;
    *w = 7 + mine;
    mark = 3;
    return own[0] + got;
}
int main(void) {
    int x = 1;
    int n = dovetail_any_int();
    dovetail_assume(n < 6);
    int got = rec(n, &x);
    mark = 4;
    return got + x;
}
