// Of the second pointer the contract says that it is the first: then it leads where that one does.
// verdict: violated
// function: twice
// strategy: bounded
void twice(int *one, int *other)
    __CPROVER_requires(__CPROVER_is_fresh(one, sizeof *one))
    __CPROVER_requires(other == one)
    __CPROVER_assigns(*one, *other)
    __CPROVER_ensures(*one == 1)
{
    *one = 1;
    *other = 2;
}
