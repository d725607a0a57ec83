// property: valid-memsafety
// inputs: 3
// end: violation invalid-deref line 23

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct node {
    struct node *next;
    int value;
} node;

int main(void) {
    node *head = NULL;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n && i < 10; i++) {
        node *fresh = malloc(sizeof *fresh);
        fresh->value = i;
        fresh->next = head;
        head = fresh;
    }
    for (node *at = head; at != NULL; at = at->next)
        free(at);
    return 0;
}
