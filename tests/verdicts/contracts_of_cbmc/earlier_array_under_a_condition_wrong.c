// All of an array as it was, under a condition: one element of it is another.
// verdict: violated
// function: fill
// strategy: bounded
// properties: unreach-call, valid-deref
int fill(unsigned char *p, int c)
__CPROVER_requires(__CPROVER_is_fresh(p, 4))
__CPROVER_assigns(__CPROVER_object_upto(p, 4))
__CPROVER_ensures((__CPROVER_return_value == 0) ==> __CPROVER_forall { unsigned j; (0 <= j && j < 4) ==>
    p[j] == __CPROVER_old(*(unsigned char (*)[4])(p))[j] })
{
    p[3] = 5;
    return c == 8 ? 0 : 1;
}
