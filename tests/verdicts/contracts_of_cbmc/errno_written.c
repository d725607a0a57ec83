// What the library keeps is not written by others, unless a clause says so.
// verdict: unknown
// open: assigns clauses
// function: reset
// strategy: bounded
// properties: unreach-call
#include <errno.h>
int reset(int x)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == x)
{
    errno = 3;
    return x;
}
