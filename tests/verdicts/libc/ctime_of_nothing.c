// strategy: auto
// verdict: violated
// properties: valid-memsafety
// slow: others of its kind are run at every change
#include <time.h>

int main(void) {
    ctime(0);
    return 0;
}
