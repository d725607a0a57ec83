// Where it leads cannot matter to a program that asks whether it is null, and nothing else.
// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
// seconds: 20
#include <assert.h>
int *get(void);
int main(void) {
    int *found = get();
    if (found == 0)
        return 1;
    assert(found != 0);
    return 0;
}
