// A member of which nothing is said leads nowhere, and this function looks at it.
// verdict: unknown
// reason: pointers of which the contract of 'same' does not say so lead into no object
// function: same
// strategy: bounded
// properties: unreach-call, valid-deref
#include "dovetail.h"

struct list {
    int length;
    int *items;
};

int same(const struct list *l)
{
    dovetail_requires(dovetail_readable(l, sizeof *l));
    dovetail_ensures(dovetail_result != 2);
    return l->items == &l->length;
}
