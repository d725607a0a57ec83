/* property: unreach-call
   What is said of all elements is said of those that are known by themselves, too. */
#include <dovetail.h>
int mark;
int a[6];
void set(int k) {
    a[(unsigned)k % 6] = 2;
    mark = 1;
}
int main(void) {
    a[3] = 50;
    set(dovetail_any_int());
    mark = 2;
    a[0] = 9;
    mark = 3;
    set(1);
    mark = 4;
    return a[3];
}
