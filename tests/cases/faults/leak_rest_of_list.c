// property: valid-memsafety
// end: violation memory-leak
// allocated: line 13

#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = head;
    return n;
}

static int use(void) {
    struct node *head = push(push(0, 1), 2);
    int top = head->value;
    free(head);
    return top;
}

int main(void) {
    return use() != 2;
}
