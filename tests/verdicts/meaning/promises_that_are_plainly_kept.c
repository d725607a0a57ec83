// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// no-assumption: is declared
// The text shows that these have no effect, and that nothing is written that could be shared.
#include <assert.h>
#include <stdlib.h>

__attribute__((pure)) int twice(int y) {
    return y + y;
}

__attribute__((const)) int thrice(int y) {
    int z = 3;
    z *= y;
    return z;
}

static int filled(const char *restrict p) {
    return p[0] ? 1 : 0;
}

__attribute__((noreturn)) static void leave(void) {
    exit(1);
}

int main(void) {
    if (twice(2) != 4 || thrice(1) != 3 || filled("a") != 1) {
        assert(0);
        leave();
    }
    return 0;
}
