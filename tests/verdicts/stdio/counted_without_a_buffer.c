// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// properties: valid-memsafety, unreach-call
#include <assert.h>
#include <stdio.h>

int main(void) {
    assert(snprintf(NULL, 0, "%s-%u", "abc", 12u) == 6);
    return 0;
}
