// strdup, too.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
// malloc-may-fail: yes
#include <assert.h>
#include <string.h>

int main(void) {
    assert(strdup("abc") != 0);
}
