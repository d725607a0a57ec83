// Those below the first are in use; so the one that was given back comes again.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int first = open("a", O_RDONLY), second = open("b", O_RDONLY), third;
    FILE *stream;
    if (first < 0 || second < 0)
        return 0;
    assert(first < second);
    if (close(first) != 0)
        return 0;
    stream = fopen("c", "r");
    if (stream == 0)
        return 0;
    third = open("d", O_RDONLY);
    assert(third < 0 || third > second);
}
