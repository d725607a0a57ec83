// Unnamed records inside of an unnamed record that is local to a function with parameters.
// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// seconds: 20
#include <assert.h>
static int sum(int (*next)(int), char **names) {
    struct {
        struct { int c; } a;
        struct { struct { int d; }; };
    } s = {{1}, {{.d = 2}}};
    return s.a.c + s.d;
}
int main(void) {
    assert(sum(0, 0) != 3);
    return 0;
}
