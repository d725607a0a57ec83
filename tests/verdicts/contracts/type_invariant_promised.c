// What holds behind a call is what every function under contract leaves.
// verdict: proved
// kind: type-invariant
// slow
// function: twice
// strategy: outright
// properties: unreach-call, valid-deref
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
    dovetail_assigns(b->used);
    push(b);
    dovetail_always(b->used <= b->room);
    push(b);
}
