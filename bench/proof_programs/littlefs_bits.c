/* littlefs: what the portable forms of its bit tricks are for, for every number of 32 bits. */
// project: littlefs
// flags: -I {littlefs} -DLFS_NO_INTRINSICS -std=c99
// verdict: proved
#include <assert.h>
#include <dovetail.h>
#include <lfs_util.h>

int main(void) {
    uint32_t a = dovetail_any_uint();
    if (a > 0) {
        uint32_t zeros = lfs_ctz(a);
        assert(zeros < 32 && (a >> zeros & 1) == 1 && (a & ((1u << zeros) - 1)) == 0);
    }
    if (a > 1 && a <= 0x80000000u) {
        uint32_t power = lfs_npw2(a);
        assert(1u << power >= a && 1u << (power - 1) < a);
    }
    uint32_t ones = 0;
    for (int i = 0; i < 32; i++) {
        ones += a >> i & 1;
    }
    assert(lfs_popc(a) == ones);
    return 0;
}
