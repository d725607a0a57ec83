// The element is not named: the function may write it, the loop may not.
// verdict: unknown
// kind: loop-assigns
// slow
// function: fill
// strategy: bounded
// open: what the loop writes is named in its assigns clause: i
// reason: only the executor sees what is written
void fill(int *places)
__CPROVER_requires(__CPROVER_is_fresh(places, 4 * sizeof *places))
__CPROVER_assigns(__CPROVER_object_whole(places))
{
    unsigned i;
    for (i = 0; i < 4; i++)
    __CPROVER_assigns(i)
    {
        places[i] = 3;
    }
}
