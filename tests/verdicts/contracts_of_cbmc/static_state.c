// What a function has kept from its last call is not what it is at the start.
// verdict: unknown
// reason: within bounds
// function: next
// strategy: bounded
int next(void)
    __CPROVER_assigns()
    __CPROVER_ensures(__CPROVER_return_value == 1)
{
    static int last;
    return ++last;
}
