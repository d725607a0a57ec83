// By its own contract: the call inside leaves it, too, and has to be given it.
// verdict: violated
// slow
// function: drain
// strategy: bounded
// open: the precondition of 'drain' holds where it is called: b -> used <= b -> room
#include "dovetail.h"

struct buffer { unsigned used, room; };
dovetail_type_invariant(struct buffer, dovetail_self->used <= dovetail_self->room);

void drain(struct buffer *b)
{
    dovetail_requires(dovetail_writable(b, sizeof *b));
    dovetail_assigns(*b);
    dovetail_decreases(b->room);
    if (b->room == 0)
        return;
    b->room--;
    drain(b);
}
