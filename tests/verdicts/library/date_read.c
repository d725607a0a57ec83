// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <time.h>

int main(void) {
    struct tm *date = getdate("1 January 2024");
    if (date)
        assert(date->tm_mon >= 0 && date->tm_mon <= 11 && date->tm_mday >= 1 && date->tm_mday <= 31);
    else
        assert(getdate_err >= 1 && getdate_err <= 8);
    return 0;
}
