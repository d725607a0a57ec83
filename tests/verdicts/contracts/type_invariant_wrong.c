// A return that comes too early leaves a buffer as it must not be.
// verdict: violated
// kind: type-invariant
// slow
// function: push
// strategy: bounded
// open: the postcondition of 'push' holds: b -> used <= b -> room
#include "dovetail.h"

struct buffer { unsigned used, room; };
dovetail_type_invariant(struct buffer, dovetail_self->used <= dovetail_self->room);

int push(struct buffer *b, int more)
{
    dovetail_requires(dovetail_fresh(b, sizeof *b));
    dovetail_assigns(b->used);
    b->used++;
    if (more)
        return 1;
    if (b->used > b->room)
        b->used = b->room;
    return 0;
}
