/* Frees all elements of a list (Yorsh, Ball and Sagiv 2006, Fig. 7). */
#include "list.h"

static void delete_all(struct node *x) {
    while (x != 0) {
        struct node *y = x->next;
        free(x);
        x = y;
    }
}

static struct node *list;

int main(void) {
    list = made();
    delete_all(list);
    list = 0;
    return 0;
}
