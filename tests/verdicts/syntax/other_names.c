// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>

int counter = 4;
extern int also __attribute__((alias("counter")));
extern int labelled __asm__("counter");
static int step(int by) __asm__("step_by");

static int step(int by) {
    return labelled += by;
}

int main(void) {
    int *pointer = &also;
    assert(step(2) == 6 && counter == 6);
    *pointer = 9;
    assert(labelled == 9 && also == 9);
    return 0;
}
