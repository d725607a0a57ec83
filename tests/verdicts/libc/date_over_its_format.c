// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: what a library function writes overlaps with what it reads
#include <assert.h>
#include <time.h>

int main(void) {
    struct tm date = {.tm_hour = 7, .tm_min = 30};
    char text[16] = "at %H:%M";
    assert(strftime(text, sizeof text - 3, text + 3, &date) == 5);
}
