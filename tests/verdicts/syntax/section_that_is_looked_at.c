// strategy: auto
// verdict: unknown
// reason: in a section of its own
// slow: others of its kind are run at every change
#include <assert.h>

static const char *name __attribute__((section("names"), used)) = "abc";
extern const char *__start_names[], *__stop_names[];

int main(void) {
    assert(__stop_names - __start_names == 1);
    return 0;
}
