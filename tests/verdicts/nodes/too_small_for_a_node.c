// verdict: violated
// strategy: nodes+shapes
// properties: valid-memsafety
// svcomp: yes
// slow: yes
// A block as large as a pointer: behind the first node nothing is reached, and what is claimed of that stands.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int data;
    struct node *next;
};

static struct node *head;

int main(void) {
    struct node *p = malloc(sizeof(p));
    p->data = 0;
    p->next = 0;
    head = p;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 1;
        n->next = head;
        head = n;
    }
    while (head) {
        struct node *n = head->next;
        free(head);
        head = n;
    }
    return 0;
}
