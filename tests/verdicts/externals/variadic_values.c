// Numbers and strings for dots are fine.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
int note(const char *format, ...);

int main(void) {
    int x = 0;
    note("%d %s", x, "text");
    assert(x == 0);
}
