// property: valid-memsafety
// end: violation invalid-free line 10

#include <stdlib.h>

static int defaults[4] = {1, 2, 3, 4};
static int *settings = defaults;

static void change(int *to) {
    free(settings);
    settings = to;
}

int main(void) {
    change(malloc(4 * sizeof(int)));
    free(settings);
    return 0;
}
