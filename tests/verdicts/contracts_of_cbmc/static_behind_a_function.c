// A static variable lives on behind the call, and another function shows it.
// verdict: unknown
// open: what 'set' writes is named in its assigns clauses
// reason: only the executor sees what is written
// function: set
// strategy: bounded
// properties: unreach-call
int *cell(void)
{
    static int kept;
    return &kept;
}

int set(int x)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == x)
{
    *cell() = x;
    return x;
}
