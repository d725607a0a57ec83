// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// Records with equal members need not have equal bytes.
#include <assert.h>
#include <string.h>

struct s { char c; int i; };

int main(void) {
    struct s x = {1, 2}, y = {1, 2};
    assert(memcmp(&x, &y, sizeof x) == 0);
    return 0;
}
