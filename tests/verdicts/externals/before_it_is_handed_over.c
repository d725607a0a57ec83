// Before it is handed over, nobody outside knows it.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void fill(int *p);
void other(void);

int main(void) {
    int x = 0;
    other();
    assert(x == 0);
    fill(&x);
}
