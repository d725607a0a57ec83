// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>
#include <time.h>

int main(void) {
    time_t second = 43200;
    assert(localtime(&second)->tm_mday == 1);
    return 0;
}
