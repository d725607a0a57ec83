// strategy: auto
// verdict: proved
// properties: valid-memsafety, unreach-call
#include <assert.h>
#include <stdio.h>

struct counts {
    signed char tiny;
    char next;
    long large;
};

int main(void) {
    struct counts counts = {0, 7, 0};
    printf("%hhn%%%ln %*.*f\n", &counts.tiny, &counts.large, 8, 2, 1.5);
    assert(counts.next == 7);
    return 0;
}
