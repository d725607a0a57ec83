// How many arguments there are is no bound of Dovetail's where nobody looks at them.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: dash
// accept-bounds: yes
#include <assert.h>
int main(int argc, char **argv)
{
    assert(argc < 5);
    return 0;
}
