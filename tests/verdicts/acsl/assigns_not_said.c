// Without assigns it may write what it likes.
// verdict: proved
// slow
// function: reset
// strategy: outright
/*@ requires \valid(p);
    ensures *p == 0; */
void reset(int *p)
{
    *p = 0;
}
