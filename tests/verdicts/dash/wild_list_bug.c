// verdict: violated
// slow: others of its kind are run at every change
// A list that nobody made: four nodes, each pointing to the next.
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *n = __VERIFIER_nondet_pointer();
    int sum = 0;
    while (n) {
        sum += n->value;
        n = n->next;
        if (sum == 77 && n && n->value == 5 && n->next && n->next->value == 6)
            reach_error();
        if (sum > 1000)
            break;
    }
    return 0;
}
