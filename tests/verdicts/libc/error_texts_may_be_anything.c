// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>
#include <string.h>

int main(void) {
    assert(strcmp(strerror(2), "No such file or directory") == 0);
    return 0;
}
