// verdict: proved
// slow: yes
// The last node holds anything until the next one is appended.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define ANY __VERIFIER_nondet_int()
struct node {
    int data;
    struct node *next;
};

int main(void) {
    struct node *head = malloc(sizeof *head), *last = head;
    while (ANY) {
        last->data = 1;
        struct node *n = malloc(sizeof *n);
        last->next = n;
        last = n;
    }
    last->data = 1;
    last->next = 0;
    for (struct node *p = head; p; p = p->next)
        assert(p->data == 1);
    return 0;
}
