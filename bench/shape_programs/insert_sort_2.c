/* Insertion sort (Erez 2004, insert-sort bug 2): the second element is never looked at. */
#include "sorted.h"

static struct node *insert_sort(struct node *x) {
    struct node *r = x, *pr = 0;
    if (r != 0) {
        pr = r;
        r = r->next;
    }
    if (r != 0) { /* the error: one step too many */
        pr = r;
        r = r->next;
    }
    while (r != 0) {
        struct node *rn = r->next, *l = x, *pl = 0;
        while (l != r) {
            if (l->data > r->data) {
                pr->next = rn;
                r->next = l;
                if (pl == 0)
                    x = r;
                else
                    pl->next = r;
                r = pr;
                break;
            }
            pl = l;
            l = l->next;
        }
        pr = r;
        r = rn;
    }
    return x;
}

int main(void) {
    make();
    first_made = insert_sort(first_made);
    dovetail_always(dovetail_sorted(first_made, next, data));
    return 0;
}
