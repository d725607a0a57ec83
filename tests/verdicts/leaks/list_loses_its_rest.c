// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// Of a list of at most two nodes the second is cut off.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};
struct node *head;

static void push(void) {
    struct node *made = malloc(sizeof *made);
    made->next = head;
    head = made;
}

int main(void) {
    if (__VERIFIER_nondet_int())
        push();
    if (__VERIFIER_nondet_int())
        push();
    if (head)
        head->next = 0;
    return 0;
}
