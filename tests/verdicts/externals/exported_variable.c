// A variable with external linkage can be written by any other file.
// verdict: unknown
// reason: leave alone the variables that they are not handed
// strategy: bounded
#include <assert.h>
void other(void);
int x;

int main(void) {
    x = 4;
    other();
    assert(x == 4);
}
