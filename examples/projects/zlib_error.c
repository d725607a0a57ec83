/* zlib: zError gives the message for any error code, also for one that there is none for: always a string. */
// project: zlib
// files: {zlib}/zutil.c
// flags: -I {zlib} -DHAVE_UNISTD_H -D_LARGEFILE64_SOURCE=1
// property: valid-memsafety, unreach-call
// verdict: proved
// before: zlib-643e17b
#include <assert.h>
#include <dovetail.h>
#include <zlib.h>

int main(void) {
    const char *message = zError(dovetail_any_int());
    assert(message != 0);
    return message[0] == 'x';
}
