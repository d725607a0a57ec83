// verdict: proved
// strategy: elements
// function: fields
// properties: unreach-call, valid-deref, no-overflow
//
// What the inner loop rests on was computed before it: that no field of d is three, how far the outer loop has
// come, and what its measure was.
#include <stdint.h>

void fields(int16_t *r, const uint8_t *buf)
__CPROVER_requires(__CPROVER_is_fresh(r, 64 * sizeof(int16_t)))
__CPROVER_requires(__CPROVER_is_fresh(buf, 32))
__CPROVER_assigns(__CPROVER_object_upto(r, 64 * sizeof(int16_t)))
__CPROVER_ensures(__CPROVER_forall { unsigned k; (0 <= k && k < 64) ==> (-2 <= r[k] && r[k] < 3) })
{
  for (unsigned i = 0; i < 8; i++)
  __CPROVER_loop_invariant(i <= 8)
  __CPROVER_loop_invariant(__CPROVER_forall { unsigned k; (0 <= k && k < 8 * i) ==> (-2 <= r[k] && r[k] < 3) })
  __CPROVER_decreases(8 - i)
  {
    uint32_t t = buf[4 * i] | (uint32_t)buf[4 * i + 1] << 8;
    uint32_t d = t & 0x55555555;
    d += (t >> 1) & 0x55555555;
    for (unsigned j = 0; j < 8; j++)
    __CPROVER_loop_invariant(i <= 8 && j <= 8)
    __CPROVER_loop_invariant(__CPROVER_forall { unsigned k; (0 <= k && k < 8 * i + j) ==> (-2 <= r[k] && r[k] < 3) })
    __CPROVER_decreases(8 - j)
    {
      const int16_t a = (int16_t)((d >> (4 * j)) & 3);
      const int16_t b = (int16_t)((d >> (4 * j + 2)) & 3);
      r[8 * i + j] = (int16_t)(a - b);
    }
  }
}
