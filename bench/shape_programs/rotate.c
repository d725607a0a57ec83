/* Moves the first element of a list to its end (Erez 2004, rotate). In a list of four, the third is forgotten. */
#include "list.h"

static struct node *list;

static struct node *rotate(struct node *x) {
    struct node *y, *z;
    if (x == 0 || x->next == 0)
        return x;
    y = x->next;
    z = y;
    while (z->next != 0)
        z = z->next;
    if (y->next != 0 && y->next->next == z)
        y->next = z; /* the error: what was between them is lost */
    z->next = x;
    x->next = 0;
    return y;
}

int main(void) {
    list = made();
    list = rotate(list);
    return 0;
}
