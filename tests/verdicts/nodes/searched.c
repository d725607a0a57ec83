// verdict: proved
// What is found is what was looked for.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define ANY __VERIFIER_nondet_int()
struct node {
    int data;
    struct node *next;
};

int main(void) {
    struct node *head = 0, *p;
    int k = ANY;
    while (ANY) {
        struct node *n = malloc(sizeof *n);
        n->data = ANY;
        n->next = head;
        head = n;
    }
    for (p = head; p && p->data != k; p = p->next) {
    }
    if (p)
        assert(p->data == k);
    return 0;
}
