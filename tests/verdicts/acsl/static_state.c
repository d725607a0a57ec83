// What a function has kept from its last call is not what it is at the start.
// verdict: unknown
// reason: within bounds
// function: next
// strategy: bounded
/*@ ensures \result == 1; */
int next(void)
{
    static int last;
    return ++last;
}
