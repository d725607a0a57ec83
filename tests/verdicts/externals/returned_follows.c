// A pointer that it returns leads anywhere.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
// properties: valid-memsafety
#include <assert.h>
int *make(void);

int main(void) {
    return *make();
}
