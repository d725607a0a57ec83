// To clang it leaves the loop that it is in the head of, to others the one around that.
// verdict: unknown
// reason: 'break' in the head of a loop: compilers differ in which
// strategy: bounded
#include <assert.h>

int main(void) {
    int s = 0;
    for (int i = 0; i < ({ if (i == 2) break; 5; }); i++)
        s++;
    assert(s == 2);
}
