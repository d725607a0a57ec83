// Called through a pointer.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void fill(int *p);
static void (*const how)(int *) = fill;

int main(void) {
    int x = 0;
    how(&x);
    assert(x == 0);
}
