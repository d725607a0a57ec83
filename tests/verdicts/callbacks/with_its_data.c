// It is called with what belongs to it.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
// function: walk
#include <assert.h>
int walk(int n, int (*visit)(void *data, int i), void *data) {
    int sum = 0;
    if (!visit)
        return 0;
    for (int i = 0; i < n && i < 2; i++)
        sum += visit(data, i) == i + 10;
    assert(sum != 2);
    return sum;
}
