/* Lists for the programs in this folder, and how they are built from inputs: as long as the inputs say so. */
#include <dovetail.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

static struct node *made(void) {
    struct node *first = 0;
    while (dovetail_any_bool()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->data = dovetail_any_int();
        fresh->next = first;
        first = fresh;
    }
    return first;
}
