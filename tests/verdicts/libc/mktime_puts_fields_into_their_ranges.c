// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>
#include <time.h>

int main(void) {
    struct tm date = {0};
    date.tm_year = 100;
    date.tm_mon = 13;
    date.tm_mday = 1;
    mktime(&date);
    assert(date.tm_mon == 13);
    return 0;
}
