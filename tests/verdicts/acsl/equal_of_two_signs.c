// -1 is not what it becomes as an unsigned number, and a machine is asked for the same.
// verdict: violated
// function: turned
// strategy: bounded
// properties: unreach-call
/*@ requires -5 <= x && x <= 5;
    assigns \nothing;
    ensures \result == x; */
unsigned turned(int x)
{
    return x;
}
