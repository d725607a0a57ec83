// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// What a list does not name is zero, whatever designators come first.
#include <assert.h>

struct s { int a; int b; int c[3]; };

int main(void) {
    struct s x = {.b = 4, .c = {[1] = 7}};
    assert(x.a == 0 && x.b == 4 && x.c[0] == 0 && x.c[1] == 7 && x.c[2] == 0);
    int a[4] = {1, [3] = 2};
    assert(a[1] == 0 && a[2] == 0 && a[3] == 2);
    return 0;
}
