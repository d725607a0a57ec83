// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>
#include <strings.h>

int main(void) {
    assert(strcasecmp("a", "C") == -2);
    return 0;
}
