// The same, and the bounds are accepted.
// verdict: proved
// strategy: dash
// accept-bounds: yes
#include <assert.h>
int main(int argc, char **argv)
{
    assert(argc < 5);
    return 0;
}
