/* Merges two ordered lists (Erez 2004, merge1): `last` is used before it has a value, and what is left is lost. */
#include "list.h"

static struct node *one, *two;

static struct node *merge(struct node *p, struct node *q) {
    struct node *first, *last; /* the errors: neither is set where one of the lists is empty */
    if (p != 0 && q != 0) {
        if (p->data <= q->data) {
            first = p;
            p = p->next;
        } else {
            first = q;
            q = q->next;
        }
        last = first;
        while (p != 0 && q != 0) {
            if (p->data <= q->data) {
                last->next = p;
                p = p->next;
            } else {
                last->next = q;
                q = q->next;
            }
            last = last->next;
        }
    }
    if (p != 0)
        last->next = p;
    if (q != 0)
        last->next = q;
    return first;
}

int main(void) {
    one = made();
    two = made();
    one = merge(one, two);
    two = 0;
    return one == 0;
}
