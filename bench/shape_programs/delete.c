/* Deletes an element with a value from a list (Yorsh, Ball and Sagiv 2006, Fig. 7). */
#include "list.h"

static struct node *delete(struct node *x, int value) {
    struct node *y = x, *p = 0;
    while (y != 0 && y->data != value) {
        p = y;
        y = y->next;
    }
    if (y != 0) {
        struct node *t = y->next;
        if (p == 0)
            x = t;
        else
            p->next = t;
        free(y);
    }
    return x;
}

static struct node *list;

int main(void) {
    list = made();
    list = delete(list, dovetail_any_int());
    return list == 0;
}
