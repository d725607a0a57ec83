// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char line[] = "rw,name=x", *at = line, *value;
    char *const tokens[] = {"rw", "name", 0};
    assert(getsubopt(&at, tokens, &value) == 0 && value == 0);
    assert(getsubopt(&at, tokens, &value) == 1 && strcmp(value, "x") == 0 && *at == 0);
    return 0;
}
