// Nothing says that it may be written.
// verdict: unknown
// kind: assigns
// slow
// function: reset
// strategy: bounded
// open: what 'reset' writes is named in its assigns clauses: \nothing

/*@ requires \valid(p);
    assigns \nothing; */
void reset(int *p)
{
    *p = 0;
}
