// It is null, or leads somewhere.
// verdict: proved
// slow
// function: get
// strategy: outright
// properties: unreach-call, valid-deref
/*@ requires p == \null || \valid(p);
    assigns \nothing;
    ensures p != \null ==> \result == *p; */
int get(int *p)
{
    return p ? *p : 0;
}
