/* cJSON: cJSON_Minify takes comments and blanks out of a text, in place. Whatever the text, of two characters and the
 * zero behind them, it stays within it. */
// project: cJSON
// files: {cJSON}/cJSON.c
// flags: -I {cJSON}
// property: valid-memsafety
// verdict: proved
// before: cJSON-5a52ead
#include <cJSON.h>
#include <dovetail.h>

#define LENGTH 2

int main(void) {
    char text[LENGTH + 1];
    for (int i = 0; i < LENGTH; i++) {
        text[i] = dovetail_any_char();
    }
    text[LENGTH] = 0;
    cJSON_Minify(text);
    return 0;
}
