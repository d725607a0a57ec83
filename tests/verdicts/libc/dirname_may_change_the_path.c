// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>
#include <libgen.h>

int main(void) {
    char path[] = "/a";
    dirname(path);
    assert(path[1] == 'a');
    return 0;
}
