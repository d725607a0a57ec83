// In code, a predicate of the user's and a macro in them.
// verdict: violated
// slow
// function: get
// strategy: bounded
// open: the assertion holds: small(x + 1)

#define MOST 10
//@ predicate small(integer n) = 0 <= n < MOST;
/*@ requires small(x); assigns \nothing; */
int get(int x)
{
    //@ assert small(x);
    //@ assert small(x + 1);
    return x;
}
