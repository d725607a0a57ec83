// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// What lies between the members is not said by an initialiser.
#include <assert.h>

struct s { char c; int i; };

int main(void) {
    struct s x = {1, 2};
    unsigned char *p = (unsigned char *)&x;
    assert(p[1] == 0);
    return 0;
}
