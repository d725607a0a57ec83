// One buffer by two names: what is done to the first is done to the second.
// verdict: violated
// slow
// function: move
// strategy: bounded
// open: the postcondition of 'move' holds
#include "dovetail.h"

struct buffer { unsigned used, room; };
dovetail_type_invariant(struct buffer, dovetail_self->used <= dovetail_self->room);

void move(struct buffer *to, struct buffer *from)
{
    dovetail_requires(dovetail_fresh(to, sizeof *to));
    dovetail_requires(from == to || dovetail_fresh(from, sizeof *from));
    dovetail_assigns(*to, *from);
    unsigned n = from->used;
    if (n <= to->room - to->used) {
        from->used = from->room;
        to->room = n;
        if (from != to)
            to->used = 0;
    }
}
