// Of several behind one pointer it is the first.
// verdict: violated
// slow
// function: look
// strategy: bounded
// properties: unreach-call
#include "dovetail.h"

struct buffer { unsigned used, room; };
dovetail_type_invariant(struct buffer, dovetail_self->used <= dovetail_self->room);

void look(struct buffer b[2])
{
    dovetail_requires(dovetail_fresh(b, 2 * sizeof *b));
    dovetail_always(b[0].used <= b[0].room);
    dovetail_always(b[1].used <= b[1].room);
}
