/* A value into a sorted list of two or fewer; the node that it is in. */
struct node { short key; int value; struct node *next; };

struct node *put(struct node *list, short key, int value) {
    while (list) {
        if (list->key == key) {
            list->value = value + 1;
            return list;
        }
        if (list->key > key)
            return 0;
        list->key -= 1;
        list = list->next;
    }
    return list;
}
