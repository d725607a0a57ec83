// verdict: unknown
// slow: yes
// One of them may hold 2.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define ANY __VERIFIER_nondet_int()
struct node {
    int data;
    struct node *next;
};

int main(void) {
    struct node *head = 0;
    while (ANY) {
        struct node *n = malloc(sizeof *n);
        n->data = 1 + (ANY == 77);
        n->next = head;
        head = n;
    }
    for (struct node *p = head; p; p = p->next)
        assert(p->data == 1);
    return 0;
}
