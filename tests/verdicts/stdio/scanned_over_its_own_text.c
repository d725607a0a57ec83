// What sscanf reads must not be written by it.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: what a library function writes overlaps with what it reads
#include <assert.h>
#include <stdio.h>

int main(void) {
    char line[12] = "k=value";
    sscanf(line, "k=%s", line);
    assert(line[0] == 'v');
}
