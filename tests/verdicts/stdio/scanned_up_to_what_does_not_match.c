// strategy: auto
// verdict: violated
#include <assert.h>
#include <stdio.h>

int main(void) {
    int number = 5;
    int count = sscanf("x1", "%d", &number);
    assert(count == 1); /* it is 0 */
    return number;
}
