// verdict: proved
// strategy: elements
// function: extract
// properties: unreach-call, valid-deref
//
// Where the pointer leads that the loop reads through was computed before it.
void extract(unsigned long long *state, unsigned char *data, unsigned offset, unsigned length)
__CPROVER_requires(offset <= 200 && length <= 200 - offset)
__CPROVER_requires(__CPROVER_is_fresh(state, 200))
__CPROVER_requires(__CPROVER_is_fresh(data, length))
__CPROVER_assigns(__CPROVER_object_upto(data, length))
{
  const unsigned char *from = (const unsigned char *)state + offset;
  for (unsigned i = 0; i < length; i++)
  __CPROVER_loop_invariant(i <= length)
  {
    data[i] = from[i];
  }
}
