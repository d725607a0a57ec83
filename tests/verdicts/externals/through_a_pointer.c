// Called through a pointer.
// verdict: violated
// strategy: bounded
#include <assert.h>
void fill(int *p);
static void (*const how)(int *) = fill;

int main(void) {
    int x = 0;
    how(&x);
    assert(x == 0);
}
