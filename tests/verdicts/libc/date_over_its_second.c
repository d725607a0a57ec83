// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: what a library function writes overlaps with what it reads
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <time.h>

int main(void) {
    struct tm date = {0};
    time_t *second = (time_t *)&date;
    *second = 3600;
    assert(gmtime_r(second, &date) != 0 && date.tm_hour == 1);
}
