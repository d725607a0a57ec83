/* Reverses a list in place (Yorsh, Ball and Sagiv 2006, Fig. 7). */
#include "list.h"

static struct node *reverse(struct node *x) {
    struct node *y = 0;
    while (x != 0) {
        struct node *t = y;
        y = x;
        x = x->next;
        y->next = t;
    }
    return y;
}

static struct node *list;

int main(void) {
    list = made();
    list = reverse(list);
    return list != 0;
}
