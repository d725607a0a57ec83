// A value that is wanted under a condition is the earlier one where the condition holds.
// verdict: violated
// function: count
// strategy: bounded
// properties: unreach-call, valid-deref
void count(unsigned *p)
__CPROVER_requires(p == 0 || __CPROVER_is_fresh(p, sizeof *p))
__CPROVER_assigns(p != 0: *p)
__CPROVER_ensures(p != 0 ==> *p == __CPROVER_old(*p))
{
    if (p) ++*p;
}
