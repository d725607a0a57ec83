// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void) {
    time_t second = 0;
    char text[32];
    size_t n = strftime(text, sizeof text, "%Y-%m-%d %H:%M", gmtime(&second));
    assert(n == 16 && strcmp(text, "1970-01-01 00:00") == 0);
    assert(strftime(text, 4, "%Y", gmtime(&second)) == 0);
    return 0;
}
