// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    struct {
        char text[8];
        char *rest;
    } both = {"12 34", 0};
    assert(strtol(both.text, &both.rest, 10) == 12 && both.rest == both.text + 2);
    assert(strtok_r(both.text, " ", &both.rest) == both.text && both.rest == both.text + 3);
}
