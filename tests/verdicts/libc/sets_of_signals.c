// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <signal.h>

int main(void) {
    sigset_t set;
    sigemptyset(&set);
    assert(!sigismember(&set, SIGINT));
    assert(sigaddset(&set, SIGINT) == 0 && sigismember(&set, SIGINT) == 1 && !sigismember(&set, SIGTERM));
    assert(sigaddset(&set, 100) == -1);
    return 0;
}
