// A list of two nodes is within the bounds.
// verdict: violated
// strategy: dash
// function: third
#include <assert.h>
struct node { int value; struct node *next; };
int third(struct node *list)
{
    int found = 0;
    if (list && list->next)
        found = 1;
    assert(found == 0);
    return found;
}
