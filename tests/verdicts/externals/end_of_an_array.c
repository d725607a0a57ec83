// One past the end belongs to the array.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void parse(const char *from, char *to);

int main(void) {
    char a[4] = "abc", b[4] = "def";
    char *q = b;
    parse(a, a + 4);
    assert(q[0] == 'd');
}
