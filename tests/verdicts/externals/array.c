// All of an array is written.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void fill(char *p, int n);

int main(void) {
    char a[8] = "abc";
    fill(a, 2);
    assert(a[7] == 0);
}
