// However few there are.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
// accept-bounds: yes
#include <assert.h>
int main(int argc, char *argv[], char *envp[])
{
    assert(!envp[0] || !envp[1] || !envp[2]);
    return 0;
}
