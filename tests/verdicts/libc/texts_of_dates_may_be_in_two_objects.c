// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <time.h>

int main(void) {
    struct tm date = {.tm_mday = 1, .tm_year = 100};
    char *first = asctime(&date);
    assert(first == asctime(&date));
}
