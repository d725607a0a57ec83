/* Searches a list for an element with a value (Yorsh, Ball and Sagiv 2006, Fig. 7). */
#include "list.h"

static struct node *search(struct node *x, int value) {
    while (x != 0) {
        if (x->data == value)
            break;
        x = x->next;
    }
    return x;
}

static struct node *list;

int main(void) {
    list = made();
    struct node *found = search(list, dovetail_any_int());
    return found != 0 && list == 0;
}
