// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(system("true") == 0);
    return 0;
}
