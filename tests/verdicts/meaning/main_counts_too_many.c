// A violation within the bounds is a violation.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: dash
#include <assert.h>
int main(int argc, char **argv)
{
    assert(argc > 1);
    return 0;
}
