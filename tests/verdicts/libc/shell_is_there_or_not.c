// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int first = system(0);
    assert((first != 0) == (system(0) != 0));
}
