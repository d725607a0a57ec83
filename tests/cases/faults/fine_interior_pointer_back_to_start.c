// property: valid-memsafety
// end: normal 9

#include <stddef.h>
#include <stdlib.h>

struct item {
    int weight;
    struct hook {
        struct hook *next;
    } hook;
};

static void drop(struct hook *h) {
    free((char *)h - offsetof(struct item, hook));
}

int main(void) {
    struct item *i = malloc(sizeof *i);
    i->weight = 9;
    struct hook *h = &i->hook;
    h->next = 0;
    int weight = i->weight;
    drop(h);
    return weight;
}
