/* sds: sdsrange cuts a string down to a range, of which either end may be negative. For a string of three
 * characters, and any two numbers, it stays within the string, and what is left is a part of it. */
// project: sds
// files: {sds}/sds.c
// flags: -I {sds} -std=c99
// property: valid-memsafety, unreach-call
// verdict: proved
#include <assert.h>
#include <dovetail.h>
#include <sds.h>
#include <string.h>

int main(void) {
    sds text = sdsnewlen("abc", 3);
    if (text != 0) {
        sdsrange(text, dovetail_any_long(), dovetail_any_long());
        assert(sdslen(text) <= 3 && text[sdslen(text)] == 0);
        assert(strstr("abc", text) != 0);
        sdsfree(text);
    }
    return 0;
}
