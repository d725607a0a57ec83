// One does not write over the other's.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <libgen.h>
#include <string.h>

int main(void) {
    char path[] = "a/b", other[] = "c/d";
    char *folder = dirname(path), *name = basename(other);
    assert(strcmp(folder, "a") == 0 && strcmp(name, "d") == 0);
}
