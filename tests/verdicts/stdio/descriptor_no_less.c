// F_DUPFD gives none below the one asked for.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <fcntl.h>

int main(void) {
    int copy = fcntl(1, F_DUPFD, 10);
    assert(copy == -1 || copy >= 10);
}
