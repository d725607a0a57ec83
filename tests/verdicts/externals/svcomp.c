// So it is in SV-COMP.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
// svcomp: yes
#include <assert.h>
void fill(int *p);

int main(void) {
    int x = 0;
    fill(&x);
    assert(x == 0);
}
