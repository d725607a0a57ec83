// property: valid-memsafety
// end: violation memory-leak
// allocated: line 10

#include <stdlib.h>

static long total;

static void count(int n) {
    long *partial = calloc(n, sizeof(long));
    for (int i = 0; i < n; i++)
        partial[i] = i;
    for (int i = 0; i < n; i++)
        total += partial[i];
}

static int sum_up_to(int n) { return n ? n + sum_up_to(n - 1) : 0; }

int main(void) {
    count(10);
    return total != sum_up_to(9);
}
