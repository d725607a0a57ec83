// It holds, though an iteration from another state where it does would break it: 5 is odd.
// verdict: proved
// kind: strengthened
// slow
// function: count
// properties: unreach-call
// strategy: auto

/*@ requires n <= 1000; assigns \nothing; */
unsigned count(unsigned n)
{
    unsigned i = 0;
    //@ loop invariant i != 7;
    while (i < n)
        i += 2;
    return i;
}
