// What the caller has is not the function's to free.
// verdict: unknown
// strategy: bounded
// function: value_of
// properties: valid-memcleanup
struct node {
    struct node *next;
    int value;
};

int value_of(struct node *node) {
    return node ? node->value : 0;
}
