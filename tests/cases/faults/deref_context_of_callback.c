// property: valid-memsafety
// end: violation invalid-deref line 12

#include <stdlib.h>

struct timer {
    void (*fire)(void *);
    void *context;
};

static void count_up(void *context) {
    ++*(int *)context;
}

static void run(struct timer *t, int times) {
    while (times-- > 0)
        t->fire(t->context);
}

int main(void) {
    int *fired = malloc(sizeof *fired);
    *fired = 0;
    struct timer t = {count_up, fired};
    run(&t, 2);
    int n = *fired;
    free(fired);
    run(&t, 1);
    return n;
}
