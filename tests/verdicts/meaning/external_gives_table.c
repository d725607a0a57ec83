// The same, by way of a record.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: dash
// accept-bounds: yes
// reason: 
#include <assert.h>
struct table { int (*step)(int); };
struct table *installed(void);
static int zero(int x) { return 0; }
static struct table own = {zero};
int main(void)
{
    struct table *table = installed();
    int r = (table ? table : &own)->step(3);
    assert(r == 0);
    return 0;
}
