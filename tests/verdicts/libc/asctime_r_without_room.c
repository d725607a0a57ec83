// strategy: auto
// verdict: violated
// properties: valid-memsafety
// slow: others of its kind are run at every change
#include <time.h>

int main(void) {
    struct tm date = {0};
    char text[25];
    date.tm_mday = 1;
    asctime_r(&date, text);
    return 0;
}
