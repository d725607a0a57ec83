// verdict: proved
// seconds: 120
// properties: valid-memsafety
// svcomp: yes
// slow: yes
// Every node is freed once, and none is lost.
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
    while (head) {
        struct node *n = head->next;
        free(head);
        head = n;
    }
    return 0;
}
