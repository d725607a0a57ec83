// A pointer that it returns leads anywhere.
// verdict: violated
// strategy: bounded
// properties: valid-memsafety
#include <assert.h>
int *make(void);

int main(void) {
    return *make();
}
