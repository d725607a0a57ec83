// Handles that are numbers: what was destroyed is known not to be there.
// verdict: proved
// slow: others of its kind are run at every change
// api: all
// properties: valid-memsafety
// strategy: abstract
enum { ACCOUNTS = 4 };

static struct { long balance; int used; } accounts[ACCOUNTS];

int create(void)
{
    for (int i = 0; i < ACCOUNTS; i++)
        if (!accounts[i].used) {
            accounts[i].used = 1;
            accounts[i].balance = 0;
            return i;
        }
    return -1;
}

static int exists(int handle)
{
    return handle >= 0 && handle < ACCOUNTS && accounts[handle].used;
}

long use(int handle, int amount)
{
    return exists(handle) ? accounts[handle].balance += amount : 0;
}

void destroy(int handle)
{
    if (exists(handle))
        accounts[handle].used = 0;
}
