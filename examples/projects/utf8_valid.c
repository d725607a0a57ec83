/* utf8.h: utf8nvalid is asked about five bytes without a terminator, any of them. It never reads a sixth. */
// project: utf8.h
// flags: -I {utf8.h}
// property: valid-memsafety
// verdict: proved
// before: utf8.h-ce48f0e
#include <dovetail.h>
#include <utf8.h>

#ifndef LENGTH
#define LENGTH 5
#endif

int main(void) {
    utf8_int8_t text[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
        text[i] = dovetail_any_char();
    }
    return utf8nvalid(text, LENGTH) != 0;
}
