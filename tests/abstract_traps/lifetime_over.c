/* property: valid-memsafety
   A block that is entered again, with states kept apart: its object is known to be dead. */
#include <dovetail.h>
int mark;
int *gp;
int main(void) {
    int s = 0;
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
