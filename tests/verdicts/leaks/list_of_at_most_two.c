// verdict: proved
// strategy: auto
// properties: valid-memsafety
// What was allocated on branches that have joined is still reached from the global.
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
    return 0;
}
