// verdict: proved
// slow: others of its kind are run at every change
// svcomp: yes
// The length of a list from nowhere is bounded by the loop, whatever its nodes hold.
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *n = __VERIFIER_nondet_pointer();
    int count = 0;
    while (n && count < 3) {
        n = n->next;
        count++;
    }
    if (count > 3)
        reach_error();
    return 0;
}
