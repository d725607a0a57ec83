// What 'errno' was before does not matter to a function that only lets 'malloc' write it.
// verdict: proved
// function: attempt
// strategy: bounded
// properties: unreach-call
#include <stdlib.h>

int attempt(void)
__CPROVER_ensures(__CPROVER_return_value == 0 || __CPROVER_return_value == 1)
{
    char *block = malloc(4);
    int found = block != NULL;
    free(block);
    return found;
}
