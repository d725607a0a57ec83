// The result is anything.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
int get(int *from);

int main(void) {
    int x = 0;
    assert(get(&x) != 77);
}
