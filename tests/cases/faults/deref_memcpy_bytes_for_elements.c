// property: valid-memsafety
// end: violation invalid-deref line 9

#include <stdlib.h>
#include <string.h>

static int *duplicate(const int *from, size_t count) {
    int *to = malloc(count);
    memcpy(to, from, count * sizeof *from);
    return to;
}

int main(void) {
    int values[5] = {1, 2, 3, 4, 5};
    int *same = duplicate(values, 5);
    int last = same[4];
    free(same);
    return last;
}
