// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <stdio.h>

int main(void) {
    int number = 5;
    int count = scanf("%2d", &number);
    if (count == 1)
        assert(number > -10 && number < 100);
    else
        assert(number == 5 && (count == 0 || count == EOF));
    return 0;
}
