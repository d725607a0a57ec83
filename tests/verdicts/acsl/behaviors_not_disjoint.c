// Both assume 0.
// verdict: violated
// slow
// function: sign
// strategy: bounded

/*@ assigns \nothing;
    behavior above: assumes x >= 0; ensures \result >= 0;
    behavior below: assumes x <= 0; ensures \result <= 0;
    disjoint behaviors; */
int sign(int x)
{
    return (x > 0) - (x < 0);
}
