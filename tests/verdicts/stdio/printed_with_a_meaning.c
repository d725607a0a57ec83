// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[40];
    const char *format = "%+.2hd|%-4c|%#lx|%05.1lf|%zu";
    snprintf(text, sizeof text, "%+.2hd|%-4c|%#lx|%05.1lf|%zu", (short)3, 'c', 16L, 2.5, sizeof(char));
    assert(strcmp(text, "+03|c   |0x10|002.5|1") == 0);
    snprintf(text, sizeof text, format, (short)3, 'c', 16L, 2.5, sizeof(char));
    assert(strcmp(text, "+03|c   |0x10|002.5|1") == 0);
}
