// verdict: violated
// slow: others of its kind are run at every change
// Two pointers from outside, one behind the other; the number behind them decides.
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);

struct node {
    int key;
    struct node *next;
};

int main(void) {
    struct node *list = __VERIFIER_nondet_pointer();
    if (list && list->key == 17 && list->next && list->next->key == 4711 && list->next != list)
        reach_error();
    return 0;
}
