// Strings of the environment, any of them, and null behind them.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
int main(int argc, char *argv[], char *envp[])
{
    assert(argv[argc] == 0);
    if (envp[0] && envp[1])
        assert(envp[1][0] != '=' || envp[2]);
    return 0;
}
