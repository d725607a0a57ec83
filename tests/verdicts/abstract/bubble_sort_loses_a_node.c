// verdict: violated
// Erez 2004, Fig. 1.1, in C: bubble sort of a list whose nodes are linked wrongly when two are swapped behind
// another one. The list has up to three nodes, with any data; three out of order are needed to lose one.
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

int main(void) {
    struct node *list = NULL;
    int made = 0, left = 0;
    while (made < 3 && __VERIFIER_nondet_int()) {
        struct node *one = malloc(sizeof *one);
        one->data = __VERIFIER_nondet_int();
        one->next = list;
        list = one;
        made++;
    }
    if (list == NULL)
        return 0;
    for (list = bug_sort(list); list != NULL; list = list->next)
        left++;
    if (left != made)
        reach_error();
    return 0;
}
