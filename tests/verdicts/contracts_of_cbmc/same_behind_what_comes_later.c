// verdict: violated
// strategy: bounded
// function: differ
// properties: unreach-call, valid-deref
//
// The clause looks at what is there only later, and still has the executions in which two are the same.
int differ(const int *p, const int *q, const int *r)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof(int)))
__CPROVER_requires(p == q && *r == 3)
__CPROVER_requires(__CPROVER_is_fresh(r, sizeof(int)))
__CPROVER_ensures(__CPROVER_return_value != 3)
{
  return p == q ? *r : 0;
}
