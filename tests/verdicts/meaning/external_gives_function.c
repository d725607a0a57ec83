// What is called comes from outside; behind the call nothing is left.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: dash
// accept-bounds: yes
// reason: come from outside
#include <assert.h>
typedef int (*operation)(int);
operation chosen(void);
int main(void)
{
    int r = chosen()(3);
    assert(r == 0);
    return 0;
}
