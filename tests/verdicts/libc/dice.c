// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    srand(time(0));
    for (int i = 0; i < 100; i++) {
        int eyes = rand() % 6 + 1;
        assert(eyes >= 1 && eyes <= 6);
    }
    return 0;
}
