// verdict: proved
// slow: yes
// The same nodes, the other way round.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define ANY __VERIFIER_nondet_int()
struct node {
    int data;
    struct node *next;
};

int main(void) {
    struct node *head = 0, *back = 0;
    while (ANY) {
        struct node *n = malloc(sizeof *n);
        n->data = 1;
        n->next = head;
        head = n;
    }
    while (head) {
        struct node *n = head->next;
        head->next = back;
        back = head;
        head = n;
    }
    for (struct node *p = back; p; p = p->next)
        assert(p->data == 1);
    return 0;
}
