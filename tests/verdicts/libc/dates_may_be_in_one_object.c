// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <time.h>

int main(void) {
    time_t early = 0, late = 90000;
    struct tm *first = gmtime(&early);
    gmtime(&late);
    assert(first->tm_mday == 1);
}
