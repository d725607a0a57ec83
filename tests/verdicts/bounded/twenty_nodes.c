// What one loop builds, the next one walks, whole.
// slow: twenty executions of each loop, and one judge
// verdict: proved
// strategy: bounded
// malloc-may-fail: yes
// properties: valid-deref
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

struct node {
    struct node *next, *before;
};

static unsigned walked(const struct node *head, const struct node *tail) {
    unsigned count = 0;
    for (const struct node *at = head; at != tail; at = at->next) {
        assert(at->next->before == at);
        count++;
    }
    return count;
}

int main(void) {
    struct node head = {NULL, NULL}, tail = {NULL, NULL};
    struct node *last = &head;
    for (int i = 0; i < 20; i++) {
        struct node *made = malloc(sizeof *made);
        if (!made)
            break;
        last->next = made;
        made->before = last;
        last = made;
    }
    last->next = &tail;
    tail.before = last;
    assert(walked(&head, &tail) <= 21);
}
