// strategy: auto
// verdict: unknown
// reason: a locale other than C
#include <assert.h>
#include <ctype.h>
#include <locale.h>

int main(void) {
    setlocale(LC_ALL, "");
    assert(isalpha('a'));
    return 0;
}
