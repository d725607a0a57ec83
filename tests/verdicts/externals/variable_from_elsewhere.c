// Another file defines the variable, and perhaps the function that changes it.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: leave alone the variables that they are not handed
#include <assert.h>
extern int level;
int move_on(void);

int main(void) {
    int before = level;
    move_on();
    assert(level == before);
}
