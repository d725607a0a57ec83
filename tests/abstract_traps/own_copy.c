/* property: unreach-call
   A pointer that is copied byte by byte is a pointer still; so is one that was a number for a while. */
#include <dovetail.h>
#include <stdlib.h>
int mark;
int g = 1;
struct S { int a; int *p; };
struct S gs;
int main(void) {
    gs.p = &g;
    struct S *copy = malloc(sizeof *copy);
    unsigned long *numbers = malloc(4 * sizeof *numbers);
    for (unsigned k = 0; k < sizeof gs; k++) {
        ((char *)copy)[k] = ((char *)&gs)[k];
    }
    mark = 1;
    int *p = copy->p;
    mark = 2;
    *p = 5;
    mark = 3;
    unsigned at = dovetail_any_uint() % 4;
    numbers[at] = (unsigned long)&g;
    mark = 4;
    p = ((int **)numbers)[at];
    mark = 5;
    *p = 6;
    mark = 6;
    return g;
}
