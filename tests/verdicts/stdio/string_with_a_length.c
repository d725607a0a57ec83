// C leaves open what it means.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: the directive '%hs' of 'snprintf' has no meaning in C
#include <assert.h>
#include <stdio.h>

int main(void) {
    char text[16];
    assert(snprintf(text, sizeof text, "%hs", "ab") > 0);
}
