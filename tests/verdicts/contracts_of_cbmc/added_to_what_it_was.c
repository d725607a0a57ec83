// verdict: proved
// strategy: elements
// function: add
// properties: unreach-call, valid-deref
//
// Two copies of one array, made at different times: the loop speaks of one, what is promised of the other, and
// what was assumed of the array is true of both.
#include <stdint.h>
struct poly { int16_t c[8]; };

void add(struct poly *r, const struct poly *b)
__CPROVER_requires(__CPROVER_is_fresh(r, sizeof *r))
__CPROVER_requires(__CPROVER_is_fresh(b, sizeof *b))
__CPROVER_requires(__CPROVER_forall { unsigned k; (0 <= k && k < 8) ==> (int32_t)r->c[k] + b->c[k] <= INT16_MAX && (int32_t)r->c[k] + b->c[k] >= INT16_MIN })
__CPROVER_assigns(__CPROVER_object_upto(r, sizeof *r))
__CPROVER_ensures(__CPROVER_forall { unsigned k; (0 <= k && k < 8) ==> r->c[k] == __CPROVER_old(*r).c[k] + b->c[k] })
{
  for (unsigned i = 0; i < 8; i++)
  __CPROVER_loop_invariant(i <= 8)
  __CPROVER_loop_invariant(__CPROVER_forall { unsigned k; (i <= k && k < 8) ==> r->c[k] == __CPROVER_loop_entry(*r).c[k] })
  __CPROVER_loop_invariant(__CPROVER_forall { unsigned k; (0 <= k && k < i) ==> r->c[k] == __CPROVER_loop_entry(*r).c[k] + b->c[k] })
  {
    r->c[i] = (int16_t)(r->c[i] + b->c[i]);
  }
}
