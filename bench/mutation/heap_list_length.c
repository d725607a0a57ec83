// verdict: proved
// inputs: 0..3
// A list as long as asked for.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct node { struct node *next; int value; };

int main(void) {
    int n = __VERIFIER_nondet_int() & 3, length = 0;
    struct node *list = 0;
    for (int i = 0; i < n; i++) {
        struct node *new = malloc(sizeof *new);
        new->next = list;
        new->value = i;
        list = new;
    }
    for (struct node *p = list; p; p = p->next)
        length++;
    if (length != n)
        reach_error();
    return 0;
}
