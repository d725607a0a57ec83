// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// seconds: 10
// reason: which of two pointers is less
// Which of two objects comes first is for the compiler to choose: it is neither proved nor a bug of anybody's.
#include <assert.h>

int main(void) {
    char one, other;
    assert(&one > &other);
}
