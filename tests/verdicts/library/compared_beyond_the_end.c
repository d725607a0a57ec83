// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
// The first bytes differ; memcmp is told to compare both, all the same.
#include <string.h>

int main(void) {
    char one = 1, two[2] = {2, 0};
    char *lead = &one;
    return memcmp(lead, two, 2) == 0;
}
