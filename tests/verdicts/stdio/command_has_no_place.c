// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *output = popen("date", "r");
    if (output == 0)
        return 0;
    assert(fseek(output, 0, SEEK_SET) == -1 && ftell(output) == -1);
    pclose(output);
}
