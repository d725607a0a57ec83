// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// no-assumption: an initialiser that a later one takes the place of
// What has no effects may be evaluated or not.

#include <assert.h>

int main(int argc, char **argv) {
    int pair[2] = {[0] = argc + 1, [0] = 7};
    assert(pair[0] == 7 && pair[1] == 0);
    return 0;
}
