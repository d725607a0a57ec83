/* lz4: for any size that there is, LZ4_compressBound is room for the text and more, and computing it does not
 * overflow; for any other it is 0. */
// project: lz4
// files: {lz4}/lib/lz4.c
// flags: -I {lz4}/lib
// property: no-overflow, unreach-call
// verdict: proved
#include <assert.h>
#include <dovetail.h>
#include <lz4.h>

int main(void) {
    int size = dovetail_any_int();
    int bound = LZ4_compressBound(size);
    if (size < 0 || size > LZ4_MAX_INPUT_SIZE) {
        assert(bound == 0);
    } else {
        assert(bound > size && bound - size == size / 255 + 16);
    }
    return 0;
}
