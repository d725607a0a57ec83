// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>
#include <stdlib.h>

int main(void) {
    srand(1);
    assert(rand() != rand());
    return 0;
}
