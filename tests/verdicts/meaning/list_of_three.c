// Lists that are made up have two nodes: that there is no third one is our doing.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: dash
// function: third
// reason: proved only within bounds
#include <assert.h>
struct node { int value; struct node *next; };
int third(struct node *list)
{
    int found = 0;
    if (list && list->next && list->next->next)
        found = 1;
    assert(found == 0);
    return found;
}
