// Where no pointer is a number, no number is an address.
// verdict: proved
// strategy: bounded
#include <assert.h>
int tell(unsigned long number);

int main(void) {
    int x = 0;
    unsigned long number = x + 7;
    tell(number);
    assert(x == 0);
}
