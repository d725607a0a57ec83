// What one declaration says of assigns holds, whatever the other says.
// verdict: unknown
// slow
// function: get
// strategy: outright
// open: is named in its assigns clauses
int global;
/*@ assigns \nothing; ensures \result == 0; */
int get(int x);
/*@ requires x > 0; */
int get(int x)
{
    global = 1;
    return x - x;
}
