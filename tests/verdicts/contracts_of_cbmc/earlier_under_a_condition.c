// What a pointer led to before is asked only where it leads somewhere.
// verdict: proved
// function: count
// strategy: bounded
// properties: unreach-call, valid-deref
void count(unsigned *p)
__CPROVER_requires(p == 0 || __CPROVER_is_fresh(p, sizeof *p))
__CPROVER_assigns(p != 0: *p)
__CPROVER_ensures(p != 0 ==> *p == __CPROVER_old(*p) + 1)
{
    if (p) ++*p;
}
