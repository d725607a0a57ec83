// A static variable whose address nobody has is the file's own.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void fill(int *p);
static int x, y;

int main(void) {
    x = 4;
    fill(&y);
    assert(x == 4);
}
