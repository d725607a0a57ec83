// A variable to which an exported pointer leads.
// verdict: unknown
// reason: leave alone the variables that they are not handed
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void other(void);
int *shared;
static int x;

int main(void) {
    shared = &x;
    x = 1;
    other();
    assert(x == 1);
}
