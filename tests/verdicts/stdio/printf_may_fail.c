// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>
#include <stdio.h>

int main(void) {
    assert(printf("abc") == 3);
    return 0;
}
