// verdict: violated
// strategy: auto
// properties: valid-memsafety
// svcomp: yes
// slow: yes
// The last one is forgotten: its node is lost.
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
        back = n ? head : back;
        head = n;
    }
    while (back) {
        struct node *n = back->next;
        free(back);
        back = n;
    }
    return 0;
}
