// Each behavior under what it assumes.
// verdict: proved
// slow
// function: sign
// strategy: bounded

/*@ assigns \nothing;
    behavior above: assumes x > 0; ensures \result == 1;
    behavior below: assumes x < 0; ensures \result == -1;
    behavior neither: assumes x == 0; ensures \result == 0;
    complete behaviors; disjoint behaviors; */
int sign(int x)
{
    return (x > 0) - (x < 0);
}
