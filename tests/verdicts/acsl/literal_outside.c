// What has no name is there before the call all the same.
// verdict: unknown
// open: what 'put' writes is named in its assigns clauses
// reason: only the executor sees what is written
// function: put
// strategy: bounded
// properties: unreach-call
int *kept = (int[]){1, 2};

/*@ assigns \nothing;
    ensures \result == x; */
int put(int x)
{
    *kept = x;
    return x;
}
