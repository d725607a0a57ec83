// What it keeps for its next call it writes, too.
// verdict: unknown
// open: what 'keep' writes is named in its assigns clauses
// reason: only the executor sees what is written
// function: keep
// strategy: bounded
// properties: unreach-call
int keep(int x)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == x)
{
    static int last;
    last = x;
    return x;
}
