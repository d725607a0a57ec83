/* littlefs: seeking in an open file of any size, from any position, by any distance, computes with signed numbers
 * and does not overflow; the position stays within the limit of the file system. */
// project: littlefs
// files: {littlefs}/lfs_util.c
// flags: -I {littlefs} -DLFS_NO_MALLOC -std=c99
// property: no-overflow, unreach-call
// verdict: proved
// before: littlefs-f1c430e
#include <assert.h>
#include <dovetail.h>
#include <lfs.c>

int main(void) {
    struct lfs_config config = {0};
    lfs_t lfs = {0};
    lfs_file_t file = {0};
    lfs.cfg = &config;
    lfs.file_max = LFS_FILE_MAX;
    file.ctz.size = dovetail_any_uint();
    file.pos = dovetail_any_uint();
    dovetail_assume(file.ctz.size <= lfs.file_max && file.pos <= lfs.file_max);
    lfs_soff_t distance = dovetail_any_int();
    int whence = dovetail_any_int();
    lfs_soff_t position = lfs_file_seek_(&lfs, &file, distance, whence);
    assert(position < 0 || (lfs_off_t)position == file.pos);
    assert(file.pos <= lfs.file_max);
    return 0;
}
