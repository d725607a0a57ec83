// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <libgen.h>
#include <string.h>

int main(void) {
    char path[] = "/usr/lib/x";
    assert(strcmp(basename(path), "x") == 0);
    assert(strcmp(dirname(path), "/usr/lib") == 0);
    return 0;
}
