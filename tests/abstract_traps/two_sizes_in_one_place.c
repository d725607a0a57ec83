/* property: unreach-call
   A short where an int was, and the other way round. */
#include <dovetail.h>
#include <string.h>
int mark;
union U { int i; short s[2]; unsigned char b[4]; } u, v;
int main(void) {
    u.s[0] = dovetail_any_short();
    for (int i = 0; i < 4; i++) {
        if (dovetail_any_int() > 0) {
            u.i = 65536;
        } else {
            u.b[1] = 3;
        }
        mark = 1;
        memcpy(&v, &u, 2);
        mark = 2;
        memmove(&u.b[1], &u.b[0], 2);
        mark = 3;
    }
    mark = u.s[1];
    return v.i;
}
