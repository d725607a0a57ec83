/* Takes two steps in a list, and a third if there is one: without the error of simple_1.c. */
#include "list.h"

static struct node *list;

int main(void) {
    struct node *x;
    list = made();
    dovetail_assume(list != 0 && list->next != 0);
    x = list->next;
    x = x->next;
    dovetail_assume(x != 0);
    x = x->next;
    return x == 0 ? 0 : x->data;
}
