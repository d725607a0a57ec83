// verdict: violated
// slow: others of its kind are run at every change
// Erez 2004, Fig. 1.1, in C: bubble sort of a list whose nodes are linked wrongly when two are swapped behind
// another one. The list has two or three nodes, with any data; three out of order are needed to lose one.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    int data;
    struct node *next;
};

static struct node *bug_sort(struct node *x) {
    int change = 1;
    while (change) {
        struct node *p = NULL, *y = x, *yn = y->next;
        change = 0;
        while (yn != NULL) {
            if (y->data > yn->data) {
                struct node *t = yn->next;
                change = 1;
                y->next = t;
                yn->next = y;
                if (p == NULL)
                    x = yn;
                else
                    p->next = y; // should be yn
                p = yn;
                yn = t;
            } else {
                p = y;
                y = yn;
                yn = y->next;
            }
        }
    }
    return x;
}

static struct node *push(struct node *list) {
    struct node *one = malloc(sizeof *one);
    one->data = __VERIFIER_nondet_int();
    one->next = list;
    return one;
}

int main(void) {
    struct node *list = push(push(NULL));
    int made = 2, left = 0;
    if (__VERIFIER_nondet_int()) {
        list = push(list);
        made = 3;
    }
    for (list = bug_sort(list); list != NULL; list = list->next)
        left++;
    if (left != made)
        reach_error();
    return 0;
}
