// Whoever calls strtok, too, moves its position.
// verdict: unknown
// reason: what the C library keeps
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <string.h>
void other(void);

int main(void) {
    char a[] = "x,y";
    strtok(a, ",");
    other();
    assert(strtok(0, ",") == a + 2);
}
