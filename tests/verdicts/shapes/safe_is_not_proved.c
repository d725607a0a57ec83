// verdict: unknown
// properties: valid-deref
// reason: which nothing has checked
// Shapes exclude every wrong access, and there is no certificate of it: that is no proof.
#include <dovetail.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void) {
    struct node *list = 0, *x;
    while (dovetail_any_bool()) {
        x = malloc(sizeof *x);
        x->next = list;
        list = x;
    }
    for (x = list; x != 0; x = x->next)
        ;
    return 0;
}
