// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// Nor need a call that passes a record.
#include <assert.h>
#include <string.h>

struct s { char a; int b; };

static int look(struct s v) {
    return ((unsigned char *)&v)[2];
}

int main(void) {
    struct s x;
    memset(&x, 0, sizeof x);
    assert(look(x) == 0);
    return 0;
}
