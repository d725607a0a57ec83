/* SeaHorn's words, as its test programs include them. */
#ifndef DOVETAIL_PEER_SEAHORN
#define DOVETAIL_PEER_SEAHORN

#include <stdbool.h>
#include <stdint.h>
#include "../words.h"

#define SEA_NONDET_FN_ATTR
/* A function that is to be found: whether there is one is no question about executions, and such a function is refused. */
#define PARTIAL_FN __attribute__((overloadable))
#define __VERIFIER_assert(condition) DOVETAIL_PEER_ASSERT(condition)
#define __VERIFIER_assert_not(condition) DOVETAIL_PEER_ASSERT(!(condition))
#define __VERIFIER_assert_if(guard, condition) DOVETAIL_PEER_ASSERT(!(guard) || (condition))
#define sea_assert_if(guard, condition) DOVETAIL_PEER_ASSERT(!(guard) || (condition))
#define __SEA_assume(condition) __VERIFIER_assume(condition)
#define assume(condition) __VERIFIER_assume(condition)
#define sassert(condition) DOVETAIL_PEER_ASSERT(condition)

#endif
