// strategy: auto
// verdict: violated
#include <assert.h>
#include <stdio.h>

int main(void) {
    assert(printf("abc") == 3);
    return 0;
}
