// What a function writes that the loop calls is not asked about, and that is said.
// verdict: proved
// slow
// function: count
// strategy: bounded
// accept-bounds: yes
// assumption: what functions write that a loop calls is not compared with what it says that it assigns
#include "dovetail.h"

int calls;

static void called(void) { calls++; }

int count(int n)
{
    dovetail_requires(0 <= n && n <= 3);
    dovetail_assigns(calls);
    int i = 0;
    while (i < n) {
        dovetail_assigns(i);
        called();
        i++;
    }
    return i;
}
