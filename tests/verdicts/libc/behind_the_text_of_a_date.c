// It has 26 characters, whichever object it is in.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
// properties: valid-memsafety
#include <time.h>

int main(void) {
    struct tm date = {.tm_mday = 1};
    return asctime(&date)[26];
}
