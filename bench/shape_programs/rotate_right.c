/* Moves the first element of a list to its end: without the error of rotate.c. */
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
    z->next = x;
    x->next = 0;
    return y;
}

int main(void) {
    list = made();
    list = rotate(list);
    return 0;
}
