// An array that need not be there has no earlier value: the condition is not taken for granted of it.
// verdict: violated
// function: fill
// strategy: bounded
// properties: unreach-call, valid-deref
int fill(unsigned char *p)
__CPROVER_requires(p == 0 || __CPROVER_is_fresh(p, 4))
__CPROVER_assigns(p != 0: __CPROVER_object_upto(p, 4))
__CPROVER_ensures((p != 0) ==> __CPROVER_forall { unsigned j; (0 <= j && j < 4) ==>
    p[j] == __CPROVER_old(*(unsigned char (*)[4])(p))[j] })
{
    if (p) p[0] = 1;
    return 0;
}
