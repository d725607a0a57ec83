// verdict: proved
// slow: yes
// Where the walk ends is the last node.
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
        n->data = 1;
        n->next = head;
        head = n;
    }
    struct node *p = head;
    while (p && p->next) {
        if (ANY)
            p->next = p->next->next;
        else
            p = p->next;
    }
    if (p)
        assert(p->data == 1 && p->next == 0);
    return 0;
}
