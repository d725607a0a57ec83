// A sum that wraps around is no sum.
// verdict: violated
// function: next
// strategy: bounded

/*@ assigns \nothing; ensures \result == x + 1; */
unsigned next(unsigned x)
{
    return x + 1;
}
