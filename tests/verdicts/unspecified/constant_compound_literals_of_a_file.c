// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// Outside of functions, and of records.
#include <assert.h>

struct s { int a, b; };
const struct s *p = &(const struct s){1, 2};
const struct s *q = &(const struct s){1, 2};

int main(void) {
    assert(p != q);
    return 0;
}
