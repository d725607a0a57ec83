// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// The second text may be where the first one was.
#include <assert.h>
#include <string.h>

int main(void)
{
    const char *first = strerror(100000);
    const char *second = strerror(100001);

    assert(first != second);
    return 0;
}
