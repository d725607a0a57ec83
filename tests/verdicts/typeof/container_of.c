// strategy: auto
// verdict: proved
#include <assert.h>
#include <stddef.h>

#define CONTAINER_OF(pointer, type, member) \
    ({ const typeof(((type *)0)->member) *inside = (pointer); (type *)((char *)inside - offsetof(type, member)); })

struct link {
    struct link *next;
};
struct task {
    int priority;
    struct link queue;
};

int main(void) {
    struct task task = {7, {0}};
    struct link *link = &task.queue;
    assert(CONTAINER_OF(link, struct task, queue)->priority == 7);
    return 0;
}
