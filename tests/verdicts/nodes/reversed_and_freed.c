// verdict: proved
// seconds: 120
// properties: valid-memsafety
// svcomp: yes
// slow: yes
// The order of the nodes is kept along the way: none is lost, and each is freed once.
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
        n->next = head;
        head = n;
    }
    while (head) {
        struct node *n = head->next;
        head->next = back;
        back = head;
        head = n;
    }
    while (back) {
        struct node *n = back->next;
        free(back);
        back = n;
    }
    return 0;
}
