/* Swaps the first two elements of a list (Erez 2004, swap): it does not ask whether there is a second. */
#include "list.h"

static struct node *list;

static struct node *swap(struct node *x) {
    struct node *y;
    if (x == 0)
        return 0;
    y = x->next;
    x->next = y->next; /* the error */
    y->next = x;
    return y;
}

int main(void) {
    list = made();
    list = swap(list);
    return 0;
}
