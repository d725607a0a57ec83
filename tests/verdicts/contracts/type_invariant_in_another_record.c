// Nothing is believed of a buffer in another record.
// verdict: violated
// slow
// function: look
// strategy: bounded
// properties: unreach-call
#include "dovetail.h"

struct buffer { unsigned used, room; };
struct outer { int before; struct buffer in; };
dovetail_type_invariant(struct buffer, dovetail_self->used <= dovetail_self->room);

void look(struct outer *o)
{
    dovetail_requires(dovetail_fresh(o, sizeof *o));
    dovetail_always(o->in.used <= o->in.room);
}
