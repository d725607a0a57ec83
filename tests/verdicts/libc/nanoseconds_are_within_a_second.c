// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <sys/time.h>
#include <time.h>

int main(void) {
    struct timespec now;
    struct timeval day;
    if (clock_gettime(CLOCK_REALTIME, &now) == 0)
        assert(now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
    gettimeofday(&day, 0);
    assert(day.tv_usec >= 0 && day.tv_usec < 1000000);
    return 0;
}
