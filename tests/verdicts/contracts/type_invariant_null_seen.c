// Where there is none it is not taken from the invariant that there is one.
// verdict: violated
// slow
// function: look
// strategy: bounded
// properties: unreach-call, valid-deref
#include "dovetail.h"

struct buffer { unsigned used, room; };
dovetail_type_invariant(struct buffer, dovetail_self->used <= dovetail_self->room);

unsigned look(struct buffer *b)
{
    dovetail_requires(b == 0 || dovetail_fresh(b, sizeof *b));
    dovetail_always(b != 0);
    return 0;
}
