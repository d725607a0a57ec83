// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// accept-bounds: yes
#include <assert.h>
#include <time.h>

int main(void) {
    time_t second = 86400;
    struct tm first, again;
    localtime_r(&second, &first);
    localtime_r(&second, &again);
    assert(first.tm_hour == again.tm_hour && first.tm_isdst == 0);
    return 0;
}
