// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// isalpha says a truth, and no number.
#include <assert.h>

int isalpha(int);

int main(void) {
    assert(isalpha(97) == 1);
    return 0;
}
