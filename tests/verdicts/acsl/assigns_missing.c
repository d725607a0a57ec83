// Nothing says that it may be written.
// verdict: unknown
// slow
// function: reset
// strategy: bounded
// open: is named in its assigns clauses

/*@ requires \valid(p);
    assigns \nothing; */
void reset(int *p)
{
    *p = 0;
}
