// It could call a function of the program that has a state.
// verdict: unknown
// strategy: bounded
// reason: to call nothing
#include <assert.h>
void other(void);
static int count;

void counted(void) {
    count++;
}

int main(void) {
    other();
    assert(count == 0);
}
