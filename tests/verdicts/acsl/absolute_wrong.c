// Of the least int it is: no int is its negative.
// verdict: violated
// slow
// function: absolute
// strategy: bounded
// open: the postcondition of 'absolute' holds: \result >= 0

/*@ assigns \nothing; ensures \result >= 0; */
int absolute(int x)
{
    return x < 0 ? (int)-(unsigned)x : x;
}
