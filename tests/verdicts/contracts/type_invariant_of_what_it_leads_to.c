// That its bytes are there is a part of what holds of a buffer.
// verdict: proved
// slow
// function: get
// strategy: outright
// accept-bounds: yes
// properties: unreach-call, valid-deref
#include "dovetail.h"

struct buffer { unsigned char *data; size_t used, room; };
dovetail_type_invariant(struct buffer, dovetail_self->used <= dovetail_self->room && dovetail_self->room <= 100
    && dovetail_readable(dovetail_self->data, dovetail_self->room));

int get(struct buffer *b, size_t i)
{
    dovetail_requires(dovetail_fresh(b, sizeof *b));
    return i < b->used ? b->data[i] : -1;
}
