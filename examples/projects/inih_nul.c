/* inih: a configuration of four bytes, any of them. The parser reads outside of its buffer: a line that is too long
 * is skipped piece by piece, and `abyss[strlen(abyss) - 1]` is in front of `abyss` when a piece begins with a NUL. */
// project: inih
// files: {inih}/ini.c
// flags: -I {inih} -DINI_MAX_LINE=4
// property: valid-memsafety
// verdict: violated
#include <dovetail.h>
#include <ini.h>

#define LENGTH 4

static int ignore(void *user, const char *section, const char *name, const char *value) {
    return user == 0 && section != 0 && name != 0 && value != 0;
}

int main(void) {
    char text[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
        text[i] = dovetail_any_char();
    }
    return ini_parse_string_length(text, LENGTH, ignore, 0) < 0;
}
