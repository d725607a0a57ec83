// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <unistd.h>

int main(void) {
    assert(lseek(0, 0, 17) == -1);
    assert(lseek(0, -5, SEEK_SET) == -1);
}
