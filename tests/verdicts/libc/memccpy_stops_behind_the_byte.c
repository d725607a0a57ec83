// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char to[6] = "#####";
    char *end = memccpy(to, "ab,cd", ',', 6);
    assert(end == to + 3 && to[2] == ',' && to[3] == '#');
    assert(memccpy(to, "xyz", 'q', 2) == 0 && to[1] == 'y' && to[2] == ',');
    return 0;
}
