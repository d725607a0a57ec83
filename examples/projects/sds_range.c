/* sds: sdsrange cuts a string down to a range, of which either end may be negative. For a string of three
 * characters, and any two numbers, it stays within the string, and what is left is a string again, no longer. */
// project: sds
// files: {sds}/sds.c
// flags: -I {sds} -std=c99
// property: valid-memsafety, unreach-call
// verdict: proved
#include <assert.h>
#include <dovetail.h>
#include <sds.h>

int main(void) {
    sds text = sdsnewlen(0, 3);
    long start = dovetail_any_long(), end = dovetail_any_long();
    sdsrange(text, start, end);
    assert(sdslen(text) <= 3 && text[sdslen(text)] == 0);
    sdsfree(text);
    return 0;
}
