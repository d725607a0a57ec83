// All of an array as it was, under a condition: what a callee has left alone is what it was.
// verdict: proved
// function: fill
// strategy: outright
// properties: unreach-call, valid-deref
int native(unsigned char *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 64))
__CPROVER_assigns(__CPROVER_object_upto(p, 64))
__CPROVER_ensures(__CPROVER_return_value == 0 || __CPROVER_return_value == 1)
__CPROVER_ensures((__CPROVER_return_value == 0) ==> __CPROVER_forall { unsigned k; (0 <= k && k < 64) ==>
    p[k] == __CPROVER_old(*(unsigned char (*)[64])(p))[k] });

int fill(unsigned char *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 64))
__CPROVER_requires(__CPROVER_forall { unsigned i; (0 <= i && i < 64) ==> p[i] < 7 })
__CPROVER_assigns(__CPROVER_object_upto(p, 64))
__CPROVER_ensures(__CPROVER_return_value == 0 ==> __CPROVER_forall { unsigned i; (0 <= i && i < 64) ==> p[i] < 7 })
__CPROVER_ensures((__CPROVER_return_value == 0) ==> __CPROVER_forall { unsigned j; (0 <= j && j < 64) ==>
    p[j] == __CPROVER_old(*(unsigned char (*)[64])(p))[j] })
{
    return native(p);
}
