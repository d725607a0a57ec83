// In each turn of a loop a new variable.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void fill(int *p);

int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int x = 0;
        fill(&x);
        if (x == i + 5)
            sum++;
    }
    assert(sum != 3);
}
