// A union, by any of its members.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
union both { int number; char bytes[4]; };
void fill(char *p);

int main(void) {
    union both u = {7};
    fill(u.bytes);
    assert(u.number == 7);
}
