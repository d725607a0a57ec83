// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char to[8];
    char from[3] = {'a', 'b', 'c'};
    memccpy(to, from, 'q', 4);
    return 0;
}
