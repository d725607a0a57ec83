/* Insertion sort (Erez 2004, insert-sort bug 1): an element that goes before all others is lost. */
#include "sorted.h"

static struct node *insert_sort(struct node *x) {
    struct node *r = x, *pr = 0;
    while (r != 0) {
        struct node *rn = r->next, *l = x, *pl = 0;
        while (l != r) {
            if (l->data > r->data) {
                pr->next = rn;
                r->next = l;
                if (pl != 0) /* the error: otherwise r should become the first */
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
    dovetail_always(dovetail_permutation(first_made, second_made, next, data));
    return 0;
}
