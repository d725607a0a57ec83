// There need be no buffer.
// verdict: proved
// slow
// function: look
// strategy: outright
// properties: unreach-call, valid-deref
#include "dovetail.h"

struct buffer { unsigned used, room; };
dovetail_type_invariant(struct buffer, dovetail_self->used <= dovetail_self->room);

unsigned look(struct buffer *b)
{
    dovetail_requires(b == 0 || dovetail_fresh(b, sizeof *b));
    if (b == 0)
        return 0;
    dovetail_always(b->used <= b->room);
    return b->room - b->used;
}
