// Opaque handles: nothing keeps a client from using one that it has destroyed.
// verdict: violated
// slow
// api: all
// properties: valid-memsafety
// strategy: bounded
// seconds: 15
#include <stdlib.h>

typedef struct account account;
struct account { long balance; };

account *create(void)
{
    account *made = malloc(sizeof *made);
    made->balance = 0;
    return made;
}

long use(account *it, int amount)
{
    if (!it)
        return 0;
    it->balance += amount;
    return it->balance;
}

void destroy(account *it)
{
    free(it);
}
