/* sds: the same range, and the arithmetic with its ends: of 0 and the largest number there is the length overflows. */
// project: sds
// files: {sds}/sds.c
// flags: -I {sds} -std=c99
// property: no-overflow
// verdict: violated
#include <dovetail.h>
#include <sds.h>

int main(void) {
    sds text = sdsnewlen("abc", 3);
    long start = dovetail_any_long(), end = dovetail_any_long();
    sdsrange(text, start, end);
    sdsfree(text);
    return 0;
}
