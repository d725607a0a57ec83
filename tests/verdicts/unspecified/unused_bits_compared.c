// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// Bits that belong to no bit-field are padding, too.
#include <assert.h>
#include <string.h>

struct s { unsigned a : 3; };

int main(void) {
    struct s x = {5}, y = {5};
    assert(memcmp(&x, &y, sizeof x) == 0);
    return 0;
}
