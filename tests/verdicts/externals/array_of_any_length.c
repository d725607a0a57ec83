// An array of which no file tells how long it is.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void other(void);
extern int table[];

int main(void) {
    table[0] = 1;
    other();
    assert(table[0] == 1);
}
