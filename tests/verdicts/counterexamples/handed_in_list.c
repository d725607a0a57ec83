// verdict: violated
// The nodes are nobody's objects: a pointer that is an input leads to memory that the input brings along.
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);

struct node {
    struct node *next;
    int data;
};

int main(void) {
    struct node *list = __VERIFIER_nondet_pointer();
    int sum = 0;
    while (list) {
        sum = sum + list->data;
        list = list->next;
        if (sum == 42 && !list)
            reach_error();
    }
    return 0;
}
