// Each function may rely on what holds of every buffer, and leaves it so; early, too.
// verdict: proved
// kind: type-invariant
// function: push
// strategy: outright
// properties: unreach-call, valid-deref
// assumption: the invariant of struct buffer is taken to hold of b where 'push' is called
#include "dovetail.h"

struct buffer { unsigned used, room; };
dovetail_type_invariant(struct buffer, dovetail_self->used <= dovetail_self->room && dovetail_self->room <= 100);

int push(struct buffer *b)
{
    dovetail_requires(dovetail_fresh(b, sizeof *b));
    dovetail_assigns(b->used);
    dovetail_always(b->used <= 100);
    if (b->used == b->room)
        return 0;
    b->used++;
    return 1;
}
