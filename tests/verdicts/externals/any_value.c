// The result is anything.
// verdict: violated
// strategy: bounded
#include <assert.h>
int get(int *from);

int main(void) {
    int x = 0;
    assert(get(&x) != 77);
}
