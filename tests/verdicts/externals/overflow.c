// A number that it wrote is any.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
// properties: no-overflow
#include <assert.h>
void fill(int *p);

int main(void) {
    int x = 1;
    fill(&x);
    return x + 1 > 0;
}
