// property: valid-memsafety
// inputs: 4
// end: normal 6

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *head = 0, **tail = &head;
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < n && i < 20; i++) {
        *tail = malloc(sizeof **tail);
        (*tail)->value = i;
        (*tail)->next = 0;
        tail = &(*tail)->next;
    }
    while (head) {
        struct node *next = head->next;
        sum += head->value;
        free(head);
        head = next;
    }
    return sum;
}
