// Two of them could lead to the same.
// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// seconds: 20
// reason: does not lead to anything that is part of the program
#include <assert.h>
extern struct context { int index; char *lists[4]; } context;
int main(void) {
    char byte;
    assert(context.lists[0] != &byte);
    return 0;
}
