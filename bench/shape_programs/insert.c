/* Makes an element with a value and inserts it into an ordered list (Yorsh, Ball and Sagiv 2006, Fig. 7). */
#include "list.h"

static struct node *insert(struct node *x, int value) {
    struct node *e = malloc(sizeof *e);
    struct node *y = x, *p = 0;
    e->data = value;
    e->next = 0;
    while (y != 0 && y->data < value) {
        p = y;
        y = y->next;
    }
    e->next = y;
    if (p == 0)
        return e;
    p->next = e;
    return x;
}

static struct node *list;

int main(void) {
    list = made();
    list = insert(list, dovetail_any_int());
    return list == 0;
}
