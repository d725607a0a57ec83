/* tinf: a deflate stream of two bytes, any of them, and room for four. The decompressor used to read on behind the
 * stream, and behind its own tables. */
// project: tinf
// files: {tinf}/src/tinflate.c
// flags: -I {tinf}/src
// property: valid-memsafety, unreach-call
// before: tinf-4569731
#include <assert.h>
#include <dovetail.h>
#include <tinf.h>

#define LENGTH 2
#define ROOM 4

int main(void) {
    unsigned char packed[LENGTH], unpacked[ROOM];
    for (int i = 0; i < LENGTH; i++) {
        packed[i] = dovetail_any_uchar();
    }
    unsigned int size = ROOM;
    if (tinf_uncompress(unpacked, &size, packed, LENGTH) == TINF_OK) {
        assert(size <= ROOM);
    }
    return 0;
}
