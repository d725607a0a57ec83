/* littlefs: the portable forms of its bit tricks say the same as the instructions that they stand for, for every
 * number of 32 bits for which they are defined. */
// project: littlefs
// flags: -I {littlefs} -DLFS_NO_INTRINSICS -std=c99
// property: unreach-call
// verdict: proved
#include <assert.h>
#include <dovetail.h>
#include <lfs_util.h>

int main(void) {
    uint32_t a = dovetail_any_uint();
    if (a > 0) {
        assert(lfs_ctz(a) == (uint32_t)__builtin_ctz(a));
    }
    if (a > 1) {
        uint32_t power = lfs_npw2(a);
        assert(power <= 32 && (uint64_t)1 << power >= a && (uint64_t)1 << (power - 1) < a);
    }
    return 0;
}
