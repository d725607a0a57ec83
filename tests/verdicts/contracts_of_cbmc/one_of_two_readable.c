// That one of two pointers can be read does not say which.
// verdict: violated
// function: first
// strategy: bounded
// properties: unreach-call, valid-deref
int first(const int *one, const int *other)
    __CPROVER_requires(__CPROVER_r_ok(one, sizeof *one) || __CPROVER_r_ok(other, sizeof *other))
{
    return *one;
}
