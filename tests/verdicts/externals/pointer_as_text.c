// An address as text is an address.
// verdict: unknown
// strategy: bounded
// slow: others of its kind are run at every change
// reason: pointers that the types of what they are given tell of
#include <assert.h>
#include <stdio.h>
int tell(const char *text);

int main(void) {
    int x = 0;
    char text[32];
    snprintf(text, sizeof text, "%p", (void *)&x);
    tell(text);
    assert(x == 0);
}
