// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// accept-bounds: yes
#include <assert.h>
#include <time.h>

int main(void) {
    struct tm date = {0};
    date.tm_year = 100;
    date.tm_mon = 25;
    date.tm_mday = 1;
    mktime(&date);
    assert(date.tm_mon == 1 && date.tm_year == 102 && date.tm_isdst == 0);
    return 0;
}
