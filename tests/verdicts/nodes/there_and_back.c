// verdict: proved
// seconds: 120
// slow: yes
// The node before the next one is the node itself.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define ANY __VERIFIER_nondet_int()
struct node {
    int data;
    struct node *next;
};

struct both {
    struct both *next, *prev;
};
int main(void) {
    struct both *head = 0;
    while (ANY) {
        struct both *n = malloc(sizeof *n);
        n->next = head;
        n->prev = 0;
        if (head)
            head->prev = n;
        head = n;
    }
    for (struct both *p = head; p; p = p->next)
        if (p->next)
            assert(p->next->prev == p);
    return 0;
}
