// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <inttypes.h>

int main(void) {
    imaxdiv_t d = imaxdiv(-7, 2);
    assert(d.quot == -3 && d.rem == -1 && imaxabs(-5) == 5);
    return 0;
}
