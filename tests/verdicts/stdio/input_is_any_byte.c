// strategy: auto
// verdict: violated
#include <assert.h>
#include <stdio.h>

int main(void) {
    int c = getchar();
    assert(c < 128);
    return 0;
}
