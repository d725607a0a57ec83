// strategy: auto
// verdict: violated
#include <assert.h>
#include <stddef.h>

/* The type of what is looked for is that of another variable. */
#define ENTRY(wanted, pointer, member)                                                   \
    ({                                                                                   \
        const __typeof__(((typeof(*wanted) *)0)->member) *inside = (pointer);            \
        (typeof(*wanted) *)((char *)inside - offsetof(typeof(*wanted), member));         \
    })

struct link {
    struct link *next;
};
struct task {
    int priority;
    struct link queue;
};

int main(void) {
    struct task task = {7, {0}}, *first;
    struct link *link = &task.queue;
    first = ENTRY(first, link, queue);
    assert(first == &task);
    assert(first->priority == 8);
    return 0;
}
