// A variable with external linkage can be written by any other file.
// verdict: violated
// strategy: bounded
#include <assert.h>
void other(void);
int x;

int main(void) {
    x = 4;
    other();
    assert(x == 4);
}
