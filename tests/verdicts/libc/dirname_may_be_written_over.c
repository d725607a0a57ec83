// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <libgen.h>

int main(void) {
    char path[] = "a/b", other[] = "c/d";
    char *first = dirname(path);
    dirname(other);
    assert(first[0] == 'a');
}
