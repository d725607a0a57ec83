/* Takes three steps in a list (Erez 2004, simple1): in a list of three it is one too many. */
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
    return x->data; /* the error */
}
