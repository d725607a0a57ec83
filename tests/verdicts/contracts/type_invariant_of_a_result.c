// What is given back is a buffer, too.
// verdict: violated
// slow
// function: made
// strategy: bounded
// open: the postcondition of 'made' holds
#include "dovetail.h"

struct buffer { unsigned used, room; };
dovetail_type_invariant(struct buffer, dovetail_self->used <= dovetail_self->room);

struct buffer made(unsigned n)
{
    dovetail_pure();
    return (struct buffer){n, 100};
}
