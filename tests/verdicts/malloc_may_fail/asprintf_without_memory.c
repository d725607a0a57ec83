// What is there then is left open.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
// malloc-may-fail: yes
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void) {
    char *text = 0;
    if (asprintf(&text, "%d", 5) < 0)
        assert(text == 0);
}
