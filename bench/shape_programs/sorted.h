/* A list of inputs, and a second one with the same data: what the first is held against. */
#include <dovetail.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

dovetail_lists(struct node, next);
dovetail_ordered_lists(struct node, next, data);

static struct node *first_made, *second_made;

static struct node *fresh(int data, struct node *next) {
    struct node *one = malloc(sizeof *one);
    one->data = data;
    one->next = next;
    return one;
}

static void make(void) {
    while (dovetail_any_bool()) {
        int data = dovetail_any_int();
        first_made = fresh(data, first_made);
        second_made = fresh(data, second_made);
    }
}
