// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>
#include <stdio.h>

int main(void) {
    int c = getchar();
    assert(c < 128);
    return 0;
}
