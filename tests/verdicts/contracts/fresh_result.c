// The result is a block that was not there before.
// verdict: proved
// slow
// function: box
// strategy: outright
#include "dovetail.h"
#include <stdlib.h>

int *box(const int *from)
{
    dovetail_requires(dovetail_fresh(from, sizeof *from));
    dovetail_ensures(dovetail_fresh(dovetail_result, sizeof(int)) && *dovetail_result == *from);
    int *made = malloc(sizeof *made);
    *made = *from;
    return made;
}
