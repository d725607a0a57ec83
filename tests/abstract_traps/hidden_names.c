/* property: unreach-call
   What a name means depends on the block. */
#include <dovetail.h>
int mark;
int g = 3;
int f(int g) {
    static int s = 1;
    s = s + 1;
    mark = 1;
    {
        static int s = 8;
        s = s + 2;
        mark = 2;
    }
    return g + s;
}
int main(void) {
    int x = 1, s = 4;
    {
        int x = 5;
        mark = x;
        mark = 3;
    }
    mark = 4;
    for (int i = 0; i < 3; i++) {
        mark = 5;
    }
    for (int i = 10; i < 13; i++) {
        int g = i;
        mark = g;
        mark = 6;
    }
    int a[2] = {x, 2};
    {
        int a[3] = {7, 8, 9};
        mark = a[2];
        mark = 7;
    }
    mark = f(9);
    mark = 8;
    return x + g + s + a[0];
}
