// What was not handed over stays what it was.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void fill(int *p);

int main(void) {
    int x = 0, y = 1;
    int *q = &y;
    fill(&x);
    assert(*q == 1);
    x = 2;
    assert(x == 2);
}
