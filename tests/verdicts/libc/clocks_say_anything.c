// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>
#include <time.h>

int main(void) {
    time_t before = time(0);
    assert(time(0) >= before);
    return 0;
}
