/* littlefs: numbers of both byte orders, there and back, lie in memory as their names say. */
// project: littlefs
// flags: -I {littlefs} -DLFS_NO_INTRINSICS -std=c99
// property: unreach-call, valid-memsafety
// verdict: proved
#include <assert.h>
#include <dovetail.h>
#include <lfs_util.h>

int main(void) {
    uint32_t number = dovetail_any_uint();
    uint32_t big = lfs_tobe32(number), little = lfs_tole32(number);
    const unsigned char *first = (const unsigned char *)&big, *last = (const unsigned char *)&little + 3;
    for (int i = 0; i < 4; i++) {
        assert(first[i] == last[-i]);
        assert(first[i] == (unsigned char)(number >> (24 - 8 * i)));
    }
    assert(lfs_frombe32(big) == number && lfs_fromle32(little) == number);
    return 0;
}
