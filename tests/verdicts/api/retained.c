// A list of the client's own nodes: one that is put in twice leads back to itself.
// verdict: violated
// slow: others of its kind are run at every change
// api: all
// strategy: bounded
// seconds: 15
#include <assert.h>

struct node { struct node *next; int key; };

static struct node *head;

void insert(struct node *it)
{
    if (!it)
        return;
    it->next = head;
    head = it;
}

void look(void)
{
    if (head)
        assert(head->next != head);
}
