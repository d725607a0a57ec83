// A handle is given out through a pointer, and has been closed when it is used.
// verdict: violated
// slow
// api: all
// properties: valid-memsafety
// strategy: bounded
// seconds: 15
#include <stdlib.h>

struct stream { int fill; };

int stream_open(struct stream **made)
{
    if (!made)
        return -1;
    *made = calloc(1, sizeof **made);
    return 0;
}

void stream_write(struct stream *to)
{
    if (to)
        to->fill++;
}

void stream_close(struct stream *it)
{
    free(it);
}
