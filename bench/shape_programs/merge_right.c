/* Merges two ordered lists: without the errors of merge_1.c and merge_2.c. */
#include "list.h"

static struct node *one, *two;

static struct node *merge(struct node *p, struct node *q) {
    struct node *first, *last;
    if (p == 0)
        return q;
    if (q == 0)
        return p;
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
