/* cJSON: cJSON_Minify takes comments and blanks out of a text, in place. Whatever the text, of four characters and the
 * zero behind them, it stays within it, and what is left is a string that is no longer than before. */
// project: cJSON
// files: {cJSON}/cJSON.c
// flags: -I {cJSON}
// property: valid-memsafety, unreach-call
// verdict: proved
// before: cJSON-5a52ead
#include <assert.h>
#include <cJSON.h>
#include <dovetail.h>
#include <string.h>

#define LENGTH 4

int main(void) {
    char text[LENGTH + 1];
    for (int i = 0; i < LENGTH; i++) {
        text[i] = dovetail_any_char();
    }
    text[LENGTH] = 0;
    size_t before = strlen(text);
    cJSON_Minify(text);
    assert(strlen(text) <= before);
    return 0;
}
