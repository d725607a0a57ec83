// verdict: violated
// strategy: bounded
// function: differ
// properties: unreach-call, valid-deref
//
// Both ways are looked at: one buffer, for which it fails, and two.
int differ(const int *p, const int *q)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof(int)))
__CPROVER_requires(p == q || __CPROVER_is_fresh(q, sizeof(int)))
__CPROVER_ensures(__CPROVER_return_value == 0)
{
  return p == q;
}
