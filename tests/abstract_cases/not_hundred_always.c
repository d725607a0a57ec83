/* The same loop with the invariant that the array asks for (section VIII-A): conjoined in every iteration, it proves
   itself.

   direction: forward
   property: unreach-call
   domain: intervals
   checks: impossible */
#include "dovetail.h"

int main(void) {
    int i;
    i = 0;                                   /* before: i _0_ */
    while (i != 100) {                       /* before: i [0,100] */
        i = i + 1;                           /* before: i [0,99] */
        i = i;                               /* before: i [1,100] */
        dovetail_always(0 < i && i <= 100);  /* before: i [1,100] */
        i = i;                               /* before: i [1,100] */
    }
    return 0;                                /* before: i [100,100] */
}
