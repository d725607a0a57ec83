// verdict: violated
// strategy: auto
// isalpha says a truth, and no number.
#include <assert.h>

int isalpha(int);

int main(void) {
    assert(isalpha(97) == 1);
    return 0;
}
