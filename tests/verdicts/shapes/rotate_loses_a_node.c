// verdict: violated
// properties: valid-memtrack
// A list of four is needed: the third element is lost where the second is tied to the last.
#include <dovetail.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node *list;

int main(void) {
    struct node *last;
    while (dovetail_any_bool()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->next = list;
        list = fresh;
    }
    if (list == 0 || list->next == 0)
        return 0;
    last = list->next;
    while (last->next != 0)
        last = last->next;
    if (list->next->next != 0 && list->next->next->next == last)
        list->next->next = last;
    return 0;
}
