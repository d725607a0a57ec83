// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety

#include <locale.h>

int main(void) {
    localeconv()->decimal_point[0] = ',';
    return 0;
}
