// The same, and the bounds are accepted.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: dash
// function: third
// accept-bounds: yes
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
