// What 'drop' may free is not there any more.
// verdict: unknown
// function: used_again
// strategy: bounded
// properties: unreach-call, valid-deref, valid-free
#include <stdlib.h>

void drop(char *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 8))
__CPROVER_frees(p);

int used_again(void)
__CPROVER_ensures(__CPROVER_return_value == 1)
{
    char *block = malloc(8);
    if (!block)
        return 1;
    drop(block);
    block[0] = 1;
    return 1;
}
