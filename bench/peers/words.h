/* What other verifiers' test programs say, in the words that Dovetail reads (`-include` this file). */
#ifndef DOVETAIL_PEER_WORDS
#define DOVETAIL_PEER_WORDS

void __VERIFIER_assume(int condition);
void __VERIFIER_error(void);

#define DOVETAIL_PEER_ASSERT(condition) ((void)((condition) ? 0 : (__VERIFIER_error(), 0)))

#define __CPROVER_assume(condition) __VERIFIER_assume(!!(condition))
#define __CPROVER_assert(condition, ...) DOVETAIL_PEER_ASSERT(condition)
#define __ESBMC_assume(condition) __VERIFIER_assume(!!(condition))
#define __ESBMC_assert(condition, ...) DOVETAIL_PEER_ASSERT(condition)
#define __ESBMC_unreachable() __VERIFIER_error()
#define __ESBMC_unroll(count)
#define __ESBMC_loop_invariant(condition)
#define __ESBMC_atomic_begin()
#define __ESBMC_atomic_end()
#define __CPROVER_atomic_begin()
#define __CPROVER_atomic_end()
#define __CPROVER_input(...) ((void)0)
#define __CPROVER_output(...) ((void)0)
#define __CPROVER_bool _Bool
#define __CPROVER_size_t __SIZE_TYPE__

#endif
