/* jsmn: whatever the text of two bytes, with room for two tokens, the parser stays within
 * both, and what it calls a token lies within the text. */
// project: jsmn
// flags: -I {jsmn} -DJSMN_STATIC
// property: valid-memsafety, unreach-call
// verdict: proved
#include <assert.h>
#include <dovetail.h>
#include <jsmn.h>

#define LENGTH 2
#define TOKENS 2

int main(void) {
    char text[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
        text[i] = dovetail_any_char();
    }
    jsmn_parser parser;
    jsmntok_t tokens[TOKENS];
    jsmn_init(&parser);
    int count = jsmn_parse(&parser, text, LENGTH, tokens, TOKENS);
    assert(count <= TOKENS);
    for (int i = 0; i < count; i++) {
        assert(0 <= tokens[i].start && tokens[i].start <= tokens[i].end && tokens[i].end <= LENGTH);
    }
    return 0;
}
