// Where the bytes are is asked only if there is a buffer: a caller that has none does nothing wrong.
// verdict: proved
// function: none
// strategy: outright
// accept-bounds: yes
// properties: unreach-call, valid-deref
#include "dovetail.h"

struct buffer { unsigned char *data; unsigned room; };

unsigned look(struct buffer *b, int *out)
{
    dovetail_requires(b == 0 || dovetail_readable(b, sizeof *b));
    dovetail_requires(b == 0 || dovetail_readable(b->data, b->room));
    dovetail_requires(dovetail_fresh(out, sizeof *out));
    dovetail_assigns(*out);
    dovetail_ensures(dovetail_result == 0 || b != 0);
    return 0;
}

unsigned none(unsigned n)
{
    dovetail_requires(n < 10);
    dovetail_ensures(dovetail_result == 0);
    int out;
    return look(0, &out);
}
