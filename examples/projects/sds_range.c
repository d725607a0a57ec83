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

int main(void) {
    sds text = sdsnewlen("abc", 3);
    long start = dovetail_any_long(), end = dovetail_any_long();
    sdsrange(text, start, end);
    size_t length = sdslen(text);
    assert(length <= 3 && text[length] == 0);
    assert(length < 2 || text[1] == text[0] + 1);
    assert(length < 3 || text[2] == text[1] + 1);
    sdsfree(text);
    return 0;
}
