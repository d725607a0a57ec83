// verdict: violated
// inputs: 0..3
// The last one in is the first.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct node { struct node *next; int value; };

int main(void) {
    int n = __VERIFIER_nondet_int() & 3;
    struct node *list = 0;
    for (int i = 0; i < n; i++) {
        struct node *new = malloc(sizeof *new);
        new->next = list;
        new->value = i;
        list = new;
    }
    if (list && list->value != 0)
        reach_error();
    return 0;
}
