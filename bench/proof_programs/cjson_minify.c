/* cJSON: a text of five characters, without blanks and comments, stays within its place, and is no longer than it was. */
// project: cJSON
// files: {cJSON}/cJSON.c
// flags: -I {cJSON}
// property: unreach-call, valid-memsafety
// verdict: proved
#include <assert.h>
#include <cJSON.h>
#include <dovetail.h>
#include <string.h>

#ifndef LENGTH
#define LENGTH 5
#endif

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
