// Inside of a function it need not hold, but where another one is called it has to.
// verdict: violated
// kind: type-invariant
// slow
// function: twice
// strategy: bounded
// open: the precondition of 'push' holds where it is called: b -> used <= b -> room
#include "dovetail.h"

struct buffer { unsigned used, room; };
dovetail_type_invariant(struct buffer, dovetail_self->used <= dovetail_self->room);

void push(struct buffer *b)
{
    dovetail_requires(dovetail_writable(b, sizeof *b));
    dovetail_assigns(b->used);
}

void twice(struct buffer *b)
{
    dovetail_requires(dovetail_fresh(b, sizeof *b));
    dovetail_requires(b->used < 1000);
    dovetail_assigns(b->used);
    b->used++;
    push(b);
}
