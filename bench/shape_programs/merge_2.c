/* Merges two ordered lists (Erez 2004, merge2): what is left of the second is lost. */
#include "list.h"

static struct node *one, *two;

static struct node *merge(struct node *p, struct node *q) {
    struct node *first = 0, *last = 0, *next;
    if (p == 0)
        return q;
    if (q == 0)
        return p;
    while (p != 0 && q != 0) {
        if (p->data <= q->data) {
            next = p;
            p = p->next;
        } else {
            next = q;
            q = q->next;
        }
        if (first == 0)
            first = next;
        else
            last->next = next;
        last = next;
    }
    last->next = p; /* the error: if p is at its end, it should be q */
    return first;
}

int main(void) {
    one = made();
    two = made();
    struct node *result = merge(one, two);
    one = result;
    two = 0;
    return one == 0;
}
