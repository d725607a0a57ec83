// strategy: auto
// verdict: unknown
// reason: there are two of that name
// slow: others of its kind are run at every change
#include <assert.h>
#include <libgen.h>

int main(void) {
    char path[] = "a/";
    assert(basename(path)[0] == 'a');
    return 0;
}
