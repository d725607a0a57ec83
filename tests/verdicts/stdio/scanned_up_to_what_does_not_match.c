// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>
#include <stdio.h>

int main(void) {
    int number = 5;
    int count = sscanf("x1", "%d", &number);
    assert(count == 1); /* it is 0 */
    return number;
}
