// Here they have the second element in common.
// verdict: violated
// function: both_halves
// strategy: bounded
// properties: unreach-call, valid-deref
void clear(int *p, int *q)
__CPROVER_requires(__CPROVER_is_fresh(p, 8))
__CPROVER_requires(__CPROVER_is_fresh(q, 8))
__CPROVER_assigns(p[0], q[0])
__CPROVER_ensures(p[0] == 0 && q[0] == 0);

int both_halves(void)
__CPROVER_ensures(__CPROVER_return_value == 1)
{
    int all[4] = {2, 2, 2, 2};
    clear(all + 1, all);
    return all[0] + all[2];
}
