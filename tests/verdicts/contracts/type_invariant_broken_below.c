// A function without a contract breaks it: it is followed, and found out where the caller returns.
// verdict: violated
// slow
// function: reset
// strategy: bounded
// open: the postcondition of 'reset' holds: b -> used <= b -> room
#include "dovetail.h"

struct buffer { unsigned used, room; };
dovetail_type_invariant(struct buffer, dovetail_self->used <= dovetail_self->room);

static void empty(struct buffer *b) { b->room = 0; }

void reset(struct buffer *b)
{
    dovetail_requires(dovetail_fresh(b, sizeof *b));
    dovetail_assigns(*b);
    empty(b);
}
