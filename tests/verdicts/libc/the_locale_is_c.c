// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <locale.h>
#include <string.h>

int main(void) {
    assert(strcmp(setlocale(LC_ALL, 0), "C") == 0);
    assert(setlocale(LC_ALL, "C") != 0);
    assert(localeconv()->decimal_point[0] == '.' && localeconv()->grouping[0] == 0);
    return 0;
}
