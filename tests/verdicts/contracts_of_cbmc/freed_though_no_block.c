// Only blocks can be freed.
// verdict: unknown
// function: of_an_array
// strategy: bounded
// properties: unreach-call, valid-deref, valid-free
#include <stdlib.h>

void drop(char *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 8))
__CPROVER_frees(p);

int of_an_array(void)
__CPROVER_ensures(__CPROVER_return_value == 1)
{
    char block[8] = {0};
    drop(block);
    return 1;
}
