// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// assumption: 'set' is declared restrict
// Compilers may return 1 here: the program has promised that there are two objects.
#include <assert.h>

int set(int *restrict p, int *restrict q) {
    *p = 1;
    *q = 2;
    return *p;
}

int main(void) {
    int x;
    assert(set(&x, &x) == 2);
    return 0;
}
