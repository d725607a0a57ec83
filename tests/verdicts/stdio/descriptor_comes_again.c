// When its stream is closed a descriptor is free again.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>

int main(void) {
    int first = open("a", O_RDONLY), second;
    FILE *f = first < 0 ? 0 : fdopen(first, "r");
    if (f == 0)
        return 0;
    fclose(f);
    second = open("b", O_RDONLY);
    assert(second != first);
}
