// A constant with external linkage cannot.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void other(void);
const int x = 4;
int y;

int main(void) {
    other();
    assert(x == 4);
}
