// Null leads nowhere.
// verdict: proved
// strategy: bounded
#include <assert.h>
void fill(int *p);

int main(void) {
    int x = 1;
    int *q = &x;
    fill(0);
    assert(*q == 1);
}
