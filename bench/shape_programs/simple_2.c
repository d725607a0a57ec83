/* Takes three steps in a list, goes back, and takes them again in a loop (Erez 2004, simple2): nothing is wrong, but that
 * there is a third element is a fact about how often the loop is run. */
#include "list.h"

static struct node *list;

int main(void) {
    struct node *x;
    int steps = 0;
    list = made();
    x = list;
    while (x != 0 && steps < 3) {
        x = x->next;
        steps++;
    }
    if (steps < 3)
        return 0;
    x = list;
    while (steps > 0) {
        x = x->next;
        steps--;
    }
    return 0;
}
