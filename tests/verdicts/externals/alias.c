// By another name.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void fill(int *p);

int main(void) {
    int x = 1;
    int *q = &x, **r = &q;
    fill(*r);
    assert(*q == 1);
}
