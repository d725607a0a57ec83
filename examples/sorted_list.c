/* Numbers go into a linked list, each in its place; the list is then sorted. */
#include <assert.h>
#include <dovetail.h>
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
};

static struct node *insert(struct node *list, int key) {
    struct node *fresh = malloc(sizeof *fresh);
    struct node **place = &list;
    while (*place != NULL && (*place)->key < key)
        place = &(*place)->next;
    fresh->key = key;
    fresh->next = *place;
    *place = fresh;
    return list;
}

int main(void) {
    struct node *list = NULL;
    int count = dovetail_any_int();
    for (int i = 0; i < count; i++)
        list = insert(list, dovetail_any_int());
    while (list != NULL) {
        struct node *next = list->next;
        assert(next == NULL || list->key <= next->key);
        free(list);
        list = next;
    }
    return 0;
}
