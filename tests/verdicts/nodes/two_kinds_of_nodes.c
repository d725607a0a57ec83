// verdict: proved
// seconds: 120
// slow: yes
// Nodes of one kind lead to nodes of another.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define ANY __VERIFIER_nondet_int()
struct node {
    int data;
    struct node *next;
};

struct wide {
    long data;
    struct node *inner;
    struct wide *next;
};
int main(void) {
    struct wide *all = 0;
    while (ANY) {
        struct node *n = malloc(sizeof *n);
        struct wide *w = malloc(sizeof *w);
        n->data = 1;
        n->next = 0;
        w->data = 2;
        w->inner = n;
        w->next = all;
        all = w;
    }
    for (struct wide *p = all; p; p = p->next)
        assert(p->data == 2 && p->inner->data == 1);
    return 0;
}
