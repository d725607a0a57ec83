// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <search.h>

int main(void) {
    assert(hcreate(4) != 0);
    return 0;
}
