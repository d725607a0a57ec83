// verdict: violated
// The conditions on lists of dovetail.h are ordinary code: one element is there twice, which only a count can tell.
#include <dovetail.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

dovetail_lists(struct node, next);
dovetail_ordered_lists(struct node, next, data);

static struct node *put(int data, struct node *next) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->data = data;
    fresh->next = next;
    return fresh;
}

int main(void) {
    struct node *one = 0, *two = 0;
    while (dovetail_any_bool()) {
        int data = dovetail_any_int();
        one = put(data, one);
        two = put(data, two);
    }
    if (one != 0 && one->next != 0 && one->data < one->next->data) {
        one->data = one->next->data;
        dovetail_always(dovetail_list(one, next));
        dovetail_always(dovetail_permutation(one, two, next, data));
    }
    return 0;
}
