// property: valid-memsafety
// end: normal 7

#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static struct node *registry;

static void enrol(int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = registry;
    registry = n;
}

int main(void) {
    enrol(3);
    enrol(4);
    return registry->value + registry->next->value;
}
