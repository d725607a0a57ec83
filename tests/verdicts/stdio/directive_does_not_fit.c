// strategy: auto
// verdict: unknown
// seconds: 20
// reason: where its format says '%s'
#include <assert.h>
#include <stdio.h>

int main(void) {
    char text[16];
    sprintf(text, "%s", 5);
    assert(text[0] == 0);
    return 0;
}
