// The object of which eight bytes are given may have more.
// verdict: unknown
// reason: within bounds
// function: measured
// strategy: bounded
// properties: unreach-call
int measured(char *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 8))
__CPROVER_ensures(__CPROVER_OBJECT_SIZE(p) == 8)
{
    return 1;
}
