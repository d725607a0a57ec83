// But anything is returned.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
// externals: pure
#include <assert.h>
int get(int *p);

int main(void) {
    int y = 0;
    assert(get(&y) == 0);
}
