// A member of which nothing is said leads nowhere; nobody looks at it, so that restricts nothing.
// verdict: proved
// function: length
// strategy: bounded
// properties: valid-deref
#include "dovetail.h"

struct list {
    int length;
    int *items;
};

int length(const struct list *l)
{
    dovetail_requires(dovetail_readable(l, sizeof *l));
    return l->length;
}
