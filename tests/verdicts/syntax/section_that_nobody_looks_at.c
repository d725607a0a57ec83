// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>

static const char *name __attribute__((section("names"), used)) = "abc";

int main(void) {
    assert(name[1] == 'b');
    return 0;
}
