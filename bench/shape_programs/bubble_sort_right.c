/* Bubble sort (Erez 2004, Fig. 1.1) without its error: shapes raise no alarm. */
#include "sorted.h"

static struct node *bubble_sort(struct node *x) {
    int change = 1;
    if (x == 0)
        return 0;
    while (change) {
        struct node *p = 0, *y = x, *yn = y->next;
        change = 0;
        while (yn != 0) {
            if (y->data > yn->data) {
                struct node *t = yn->next;
                change = 1;
                y->next = t;
                yn->next = y;
                if (p == 0)
                    x = yn;
                else
                    p->next = yn;
                p = yn;
                yn = t;
            } else {
                p = y;
                y = yn;
                yn = y->next;
            }
        }
    }
    return x;
}

int main(void) {
    while (dovetail_any_bool())
        first_made = fresh(dovetail_any_int(), first_made);
    first_made = bubble_sort(first_made);
    dovetail_always(dovetail_sorted(first_made, next, data));
    return 0;
}
