// strdup, too.
// verdict: violated
// strategy: bounded
// malloc-may-fail: yes
#include <assert.h>
#include <string.h>

int main(void) {
    assert(strdup("abc") != 0);
}
