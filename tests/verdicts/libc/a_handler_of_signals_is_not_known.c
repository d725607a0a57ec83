// strategy: auto
// verdict: unknown
// reason: a signal comes
// slow: others of its kind are run at every change
#include <assert.h>
#include <signal.h>

static int came;

static void handler(int number) {
    came = number;
}

int main(void) {
    signal(SIGINT, handler);
    assert(came == 0);
    return 0;
}
