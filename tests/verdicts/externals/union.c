// A union, by any of its members.
// verdict: violated
// strategy: bounded
#include <assert.h>
union both { int number; char bytes[4]; };
void fill(char *p);

int main(void) {
    union both u = {7};
    fill(u.bytes);
    assert(u.number == 7);
}
