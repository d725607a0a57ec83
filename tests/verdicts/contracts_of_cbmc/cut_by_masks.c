// verdict: proved
// strategy: elements
// function: unpack
// properties: unreach-call, valid-deref
// slow
//
// That the numbers of the inner loop are small is seen where they were stored, one by one.
#include <stdint.h>

void unpack(int16_t *r, const uint8_t *a)
__CPROVER_requires(__CPROVER_is_fresh(r, 16 * sizeof(int16_t)))
__CPROVER_requires(__CPROVER_is_fresh(a, 12))
__CPROVER_assigns(__CPROVER_object_upto(r, 16 * sizeof(int16_t)))
__CPROVER_ensures(__CPROVER_forall { unsigned k; (0 <= k && k < 16) ==> (0 <= r[k] && r[k] < 128) })
{
  for (unsigned j = 0; j < 8; j++)
  __CPROVER_loop_invariant(j <= 8)
  __CPROVER_loop_invariant(__CPROVER_forall { unsigned k; (0 <= k && k < 2 * j) ==> (0 <= r[k] && r[k] < 128) })
  {
    uint16_t t[2];
    t[0] = 0x3F & a[j];
    t[1] = 0x3F & (a[j] >> 2 | a[j + 1] << 6);
    for (unsigned k = 0; k < 2; k++)
    __CPROVER_loop_invariant(k <= 2)
    __CPROVER_loop_invariant(__CPROVER_forall { unsigned m; (0 <= m && m < 2 * j + k) ==> (0 <= r[m] && r[m] < 128) })
    {
      r[2 * j + k] = (int16_t)(2 * t[k]);
    }
  }
}
