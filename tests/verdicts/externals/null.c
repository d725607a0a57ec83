// Null leads nowhere.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void fill(int *p);

int main(void) {
    int x = 1;
    int *q = &x;
    fill(0);
    assert(*q == 1);
}
