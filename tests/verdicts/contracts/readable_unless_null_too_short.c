// There is a buffer, and fewer bytes than it says.
// verdict: violated
// slow
// function: one
// strategy: bounded
// properties: unreach-call, valid-deref
// open: the precondition of 'look' holds where it is called: b == 0 ||
#include "dovetail.h"

struct buffer { unsigned char *data; unsigned room; };

unsigned look(struct buffer *b, int *out)
{
    dovetail_requires(b == 0 || dovetail_readable(b, sizeof *b));
    dovetail_requires(b == 0 || dovetail_readable(b->data, b->room));
    dovetail_requires(dovetail_fresh(out, sizeof *out));
    dovetail_assigns(*out);
    return 0;
}

unsigned one(unsigned n)
{
    dovetail_requires(n < 10);
    unsigned char bytes[8] = {0};
    struct buffer b = {bytes, n};
    int out;
    return look(&b, &out);
}
