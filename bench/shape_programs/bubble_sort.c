/* Bubble sort (Erez 2004, Fig. 1.1): where two elements that are not the first are swapped, one is lost. */
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
                    p->next = y; /* the error: it should be yn */
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
    make();
    first_made = bubble_sort(first_made);
    dovetail_always(dovetail_permutation(first_made, second_made, next, data));
    return 0;
}
