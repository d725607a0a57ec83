// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>

int main(void) {
    time_t second = 951782400;
    struct tm *date = gmtime(&second);
    assert(date->tm_year == 100 && date->tm_mon == 1 && date->tm_mday == 29 && date->tm_wday == 2);
    assert(timegm(date) == second);
    return 0;
}
