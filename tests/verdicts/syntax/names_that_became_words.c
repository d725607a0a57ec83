// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>

typedef int bool;
enum { false, true };

static int add();

int main(void) {
    bool many = 5;
    int nullptr = 3, constexpr = 4, thread_local = 1;
    assert(sizeof(bool) == 4 && true == 1 && false == 0);
    assert(add(many, nullptr) == 8);
    assert(many + constexpr + thread_local == 10);
    return 0;
}

static int add(left, right)
    int left, right;
{
    return left + right;
}
