/* Searches a list for a value and takes the element behind it (Erez 2004, search): it looks behind the end. */
#include "list.h"

static struct node *list;

static struct node *search(struct node *x, int value) {
    while (x->data != value) /* the error: there may be no such element */
        x = x->next;
    return x;
}

int main(void) {
    list = made();
    search(list, 5);
    return 0;
}
