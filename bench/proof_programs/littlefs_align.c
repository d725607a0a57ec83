/* littlefs: aligning down and up, for every number and every alignment, where it does not overflow. */
// project: littlefs
// flags: -I {littlefs} -DLFS_NO_INTRINSICS -std=c99
// verdict: proved
#include <assert.h>
#include <dovetail.h>
#include <lfs_util.h>

int main(void) {
    uint32_t a = dovetail_any_uint();
    uint32_t alignment = dovetail_any_uint();
    if (alignment == 0 || a > UINT32_MAX - alignment) {
        return 0;
    }
    uint32_t down = lfs_aligndown(a, alignment);
    assert(down <= a && a - down < alignment);
    uint32_t up = lfs_alignup(a, alignment);
    assert(up >= a && up - a < alignment);
    return 0;
}
