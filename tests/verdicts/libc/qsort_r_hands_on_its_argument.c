// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

static int compare(const void *a, const void *b, void *sign) {
    return (*(const int *)a - *(const int *)b) * *(int *)sign;
}

int main(void) {
    int numbers[3] = {1, 3, 2}, down = -1;
    qsort_r(numbers, 3, sizeof *numbers, compare, &down);
    assert(numbers[0] == 3 && numbers[1] == 2 && numbers[2] == 1);
    return 0;
}
