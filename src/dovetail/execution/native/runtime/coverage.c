/* Coverage: which edges of the user's code a run took and about how often, counted by the calls that clang puts
 * into every block of it, and compared with what the runs before have seen. And, on request, what the run compared
 * with what, from the calls that clang puts before every comparison.
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
    u32 fresh = 0, new_edges = 0;
    for (u32 word = 0; word < edges; word += 8) { /* both maps are whole pages */
        if (!*(const u64 *)(counts + word))
            continue;
        for (u32 i = word; i < word + 8; i++) {
            const u8 bit = magnitude_of(counts[i]);
            fresh += (bit & ~seen[i]) != 0;
            new_edges += bit && !seen[i];
            seen[i] |= bit;
        }
        *(u64 *)(counts + word) = 0;
    }
    __dovetail_report->record.fresh = fresh;
    __dovetail_report->record.new_edges = new_edges;
}

/* ---- comparisons ----------------------------------------------------------------------------------- */

static void note_comparison(uptr site, u32 bytes, u64 left, u64 right) {
    enum { OFTEN = 4 }; /* a loop must not fill the room that there is */
    struct report *report = __dovetail_report;
    u8 *noted = &report->at_site[(site ^ site >> 12) % SITES_KNOWN];
    if (*noted >= OFTEN || report->record.compared >= COMPARISONS)
        return;
    ++*noted;
    report->comparisons[report->record.compared++] = (struct comparison){(u32)site, bytes, left, right};
}

#define COMPARED(name, type) \
    void name(type left, type right) { \
        if (counts && __dovetail_batch->compare) \
            note_comparison((uptr)__builtin_return_address(0), sizeof(type), left, right); \
    }
COMPARED(__sanitizer_cov_trace_cmp1, u8)
COMPARED(__sanitizer_cov_trace_cmp2, u16)
COMPARED(__sanitizer_cov_trace_cmp4, u32)
COMPARED(__sanitizer_cov_trace_cmp8, u64)
COMPARED(__sanitizer_cov_trace_const_cmp1, u8)
COMPARED(__sanitizer_cov_trace_const_cmp2, u16)
COMPARED(__sanitizer_cov_trace_const_cmp4, u32)
COMPARED(__sanitizer_cov_trace_const_cmp8, u64)

/* The cases come after their number and the width of the value in bits. Each is a site of its own. */
void __sanitizer_cov_trace_switch(u64 value, const u64 *cases) {
    if (counts && __dovetail_batch->compare)
        for (u64 i = 0; i < cases[0]; i++)
            note_comparison((uptr)(cases + 2 + i), (u32)((cases[1] + 7) / 8), value, cases[2 + i]);
}
