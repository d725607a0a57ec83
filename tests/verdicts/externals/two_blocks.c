// Two blocks, two variables.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void fill(int *p);

int main(void) {
    int first = 0;
    {
        int x = 0;
        fill(&x);
        first = x;
    }
    {
        int y = 0;
        fill(&y);
        assert(first != 7 || y != 8);
    }
}
