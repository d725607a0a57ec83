/* Gives a pointer to the last element of a list (Yorsh, Ball and Sagiv 2006, Fig. 7). */
#include "list.h"

static struct node *get_last(struct node *x) {
    struct node *y = x, *last = 0;
    while (y != 0) {
        last = y;
        y = y->next;
    }
    return last;
}

static struct node *list;

int main(void) {
    list = made();
    struct node *last = get_last(list);
    return last == 0 && list != 0;
}
