// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

int main(void) {
    char *end;
    errno = 0;
    assert(strtol("12abc", &end, 10) == 12 && *end == 'a' && errno == 0);
    assert(strtoimax("-99999999999999999999", 0, 10) == INTMAX_MIN && errno == ERANGE);
    return 0;
}
