// verdict: proved
// slow: yes
// Each number is at most the one before it, and stands in front of it.
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
    int last = 1000;
    while (ANY) {
        struct node *n = malloc(sizeof *n);
        int less = ANY;
        if (less > last)
            less = last;
        last = less;
        n->data = less;
        n->next = head;
        head = n;
    }
    for (struct node *p = head; p; p = p->next)
        if (p->next)
            assert(p->data <= p->next->data);
    return 0;
}
