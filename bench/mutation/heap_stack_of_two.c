// verdict: violated
// inputs: 0..3
// Popped in the order of pushes it is not.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct node { struct node *below; int value; };

static struct node *top;

static void push(int x) {
    struct node *n = malloc(sizeof *n);
    n->below = top;
    n->value = x;
    top = n;
}

static int pop(void) {
    struct node *n = top;
    int x = n->value;
    top = n->below;
    free(n);
    return x;
}

int main(void) {
    int x = __VERIFIER_nondet_int() & 3;
    push(x);
    push(2);
    if (pop() != x)
        reach_error();
    return 0;
}
