// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>
#include <time.h>

int main(void) {
    time_t second = 0x7fffffffffffffff;
    assert(gmtime(&second) != 0);
    return 0;
}
