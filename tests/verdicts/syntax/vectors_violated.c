// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>

typedef int four __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));
typedef short small __attribute__((vector_size(8)));

static four table[2] = {{1, 2, 3, 4}, {10, 20, 30, 40}};

static four sum(four left, four right) {
    return left + right;
}

static int guarded(four *pointer) {
    return pointer && (*pointer + 1)[0] == 2;
}

int main(void) {
    four a = table[0], b = {10};
    floats f = {1, 2, 3, 4};
    a[2]++;
    b -= a;
    four less = a < 4;
    small narrow = __builtin_convertvector(sum(a, table[1]), small);
    four mixed = __builtin_shufflevector(a, b, 0, 4, 7, 3);
    assert(!guarded(0) && guarded(&table[0]));
    assert(b[0] == 9 && b[3] == -4 && (f / 2.0f)[1] == 1);
    assert(less[1] == -1 && less[2] == 0 && (~a)[0] == -2);
    assert(mixed[1] == 9 && mixed[2] == -4);
    assert(!(narrow[2] == 34 && sizeof a == 16));
    return 0;
}
