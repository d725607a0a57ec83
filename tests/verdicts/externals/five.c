// Five variables of one type.
// verdict: violated
// strategy: bounded
// slow: others of its kind are run at every change
#include <assert.h>
void get(int *p);

int main(void) {
    int a, b, c, d, e;
    get(&a);
    get(&b);
    get(&c);
    get(&d);
    get(&e);
    assert(a + b + c + d + e != 12345);
}
