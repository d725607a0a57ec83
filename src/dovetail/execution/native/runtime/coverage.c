/* Coverage: which edges of the user's code a run took and about how often, counted by the calls that clang puts
 * into every block of it, and compared with what the runs before have seen.
 *
 * The same calls count the steps of a run. Unlike a limit in seconds, one in steps ends the same run at the
 * same place every time.
 */
#include "harness.h"

static u8 *counts, *seen; /* shared with the runs: what a run has counted is there however it ended */
static u32 edges;

extern u32 __start___sancov_guards[] WEAK __attribute__((visibility("hidden")));
extern u32 __stop___sancov_guards[] WEAK __attribute__((visibility("hidden")));

void __dovetail_begin_coverage(u8 *counts_, u8 *seen_, u32 edges_) {
    u32 number = 0;
    counts = counts_, seen = seen_, edges = edges_;
    for (u32 *guard = __start___sancov_guards; guard < __stop___sancov_guards && number < edges; guard++)
        *guard = number++;
}

void __sanitizer_cov_trace_pc_guard_init(u32 *start, u32 *stop) { (void)start, (void)stop; }

void __sanitizer_cov_trace_pc_guard(const u32 *guard) {
    u8 *count = counts + *guard;
    if (!counts)
        return;
    *count += *count != 255;
    if (++__dovetail_report->record.steps == __dovetail_batch->steps) {
        __dovetail_report->record.text_bytes = 0;
        __dovetail_say("step limit");
        __dovetail_end(END_BUDGET, CHECK_NONE, 0);
    }
}

/* About how often, as one bit: 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127, more. */
static u8 magnitude_of(u8 count) {
    return count <= 2 ? count : count == 3 ? 4 : count < 8 ? 8 : count < 16 ? 16 : count < 32 ? 32 : count < 128 ? 64 : 128;
}

void __dovetail_forget_counts(void) { __dovetail_set(counts, 0, edges); }

void __dovetail_merge_counts(void) {
    u32 fresh = 0;
    for (u32 word = 0; word < edges; word += 8) { /* both maps are whole pages */
        if (!*(const u64 *)(counts + word))
            continue;
        for (u32 i = word; i < word + 8; i++) {
            const u8 bit = magnitude_of(counts[i]);
            fresh += (bit & ~seen[i]) != 0;
            seen[i] |= bit;
        }
        *(u64 *)(counts + word) = 0;
    }
    __dovetail_report->record.fresh = fresh;
}
