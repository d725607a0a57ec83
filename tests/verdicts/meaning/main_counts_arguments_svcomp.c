// The same, and that there are none is a convention.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: dash
// svcomp: yes
#include <assert.h>
int main(int argc, char **argv)
{
    assert(argc < 5);
    return 0;
}
