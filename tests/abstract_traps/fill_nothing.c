/* property: unreach-call
   Of no bytes at all, any pointer will do. */
#include <dovetail.h>
#include <string.h>
int mark;
int main(void) {
    unsigned n = dovetail_any_uint() % 4;
    char *p = 0;
    memset(p, 0, n);
    mark = 1;
    memcpy(p, p + 1, n);
    mark = 2;
    memcpy(p, p + 1, 0);
    mark = 3;
    return 0;
}
