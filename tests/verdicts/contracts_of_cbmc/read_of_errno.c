// Before the call 'errno' may be anything.
// verdict: unknown
// reason: within bounds
// function: kept
// strategy: bounded
// properties: unreach-call
#include <errno.h>
#include <stdlib.h>

int kept(void)
__CPROVER_ensures(__CPROVER_return_value == 0)
{
    return errno;
}
