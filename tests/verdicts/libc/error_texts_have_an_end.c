// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char *text = strerror(2);
    assert(text != 0 && (text[0] == 0 || strlen(text) > 0));
    assert(strerror(2)[0] == text[0]);
    return 0;
}
