// verdict: proved
// strategy: outright
// function: add
// properties: unreach-call, valid-deref
//
// Whether it is one buffer or two, both are there, and no pointer is left of which nothing is said.
unsigned add(const unsigned *p, const unsigned *q, const unsigned *r)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof(unsigned)))
__CPROVER_requires((p == q && p == r) || (__CPROVER_is_fresh(q, sizeof(unsigned)) && __CPROVER_is_fresh(r, sizeof(unsigned))))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == *p + *q + *r)
{
  return *p + *q + *r;
}
