// A constant with external linkage cannot.
// verdict: proved
// strategy: bounded
#include <assert.h>
void other(void);
const int x = 4;
int y;

int main(void) {
    other();
    assert(x == 4);
}
