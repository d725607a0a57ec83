/* Swaps the first two elements of a list, if there are two: without the error of swap.c. */
#include "list.h"

static struct node *list;

static struct node *swap(struct node *x) {
    struct node *y;
    if (x == 0)
        return 0;
    y = x->next;
    if (y == 0)
        return x;
    x->next = y->next;
    y->next = x;
    return y;
}

int main(void) {
    list = made();
    list = swap(list);
    return 0;
}
