/* property: valid-memsafety
   Where a function ends, the object of a block in it is dead already. */
#include <dovetail.h>
int mark;
int *gp;
int main(void) {
    int s = 0;
    {
        int j[2] = {3, 4};
        gp = j;
        mark = 1;
    }
    while (s < 2) {
        int k[2] = {1, 2};
        gp = k;
        mark = k[1];
        if (s == 0)
            s = 1;
        else
            s = 2;
        mark = 2;
    }
    mark = 3;
    return 0;
}
