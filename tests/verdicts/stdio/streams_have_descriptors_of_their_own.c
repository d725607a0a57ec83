// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *one = fopen("a", "r"), *two = fopen("b", "r");
    if (one == 0 || two == 0)
        return 0;
    assert(fileno(one) >= 0 && fileno(one) != fileno(two) && fileno(one) == fileno(one));
    if (fclose(one) == 0) {
        FILE *three = fopen("c", "r");
        assert(three == 0 || fileno(three) != fileno(two));
    }
}
