/* lz4: a block of two bytes, any of them, is decompressed into room for four. LZ4_decompress_safe reads and writes
 * nothing else, and does not claim to have written more. */
// project: lz4
// files: {lz4}/lib/lz4.c
// flags: -I {lz4}/lib
// property: valid-memsafety, unreach-call
// verdict: proved
#include <assert.h>
#include <dovetail.h>
#include <lz4.h>

#define LENGTH 2
#define ROOM 4

int main(void) {
    char packed[LENGTH], unpacked[ROOM];
    for (int i = 0; i < LENGTH; i++) {
        packed[i] = dovetail_any_char();
    }
    assert(LZ4_decompress_safe(packed, unpacked, LENGTH, ROOM) <= ROOM);
    return 0;
}
