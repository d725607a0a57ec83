// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <signal.h>

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    assert(signal(SIGPIPE, SIG_DFL) == SIG_IGN);
    assert(signal(SIGKILL, SIG_IGN) == SIG_ERR);
    return 0;
}
