/* Insertion sort without an error: shapes raise no alarm. */
#include "sorted.h"

static struct node *insert_sort(struct node *x) {
    struct node *r = x, *pr = 0;
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
    while (dovetail_any_bool())
        first_made = fresh(dovetail_any_int(), first_made);
    first_made = insert_sort(first_made);
    dovetail_always(dovetail_sorted(first_made, next, data));
    return 0;
}
