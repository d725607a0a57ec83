// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <unistd.h>

int main(void) {
    char from[3] = "ab", to[3] = {'#', '#', '#'};
    swab("abc", to, 3);
    assert(to[0] == 'b' && to[1] == 'a');
    assert(to[2] == 'c');
    (void)from;
    return 0;
}
