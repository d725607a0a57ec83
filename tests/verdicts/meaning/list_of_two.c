// A list of two nodes is within the bounds.
// verdict: violated
// slow: others of its kind are run at every change
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
