// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: a directive of a format of scanf that has no meaning in C
#include <assert.h>
#include <stdio.h>

int main(void) {
    long long number = 0;
    assert(sscanf("12", "%Ld", &number) == 1 && number == 12);
}
