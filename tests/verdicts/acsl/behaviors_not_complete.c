// Nothing is said of 0.
// verdict: violated
// slow
// function: sign
// strategy: bounded
// open: the postcondition of 'sign' holds: behaviors

/*@ assigns \nothing;
    behavior above: assumes x > 0; ensures \result == 1;
    behavior below: assumes x < 0; ensures \result == -1;
    complete behaviors; */
int sign(int x)
{
    return (x > 0) - (x < 0);
}
