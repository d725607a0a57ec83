// A violation within the bounds is a violation.
// verdict: violated
// strategy: dash
#include <assert.h>
int main(int argc, char **argv)
{
    assert(argc > 1);
    return 0;
}
