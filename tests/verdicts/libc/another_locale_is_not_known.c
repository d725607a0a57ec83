// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// reason: a locale other than C
#include <assert.h>
#include <ctype.h>
#include <locale.h>

int main(void) {
    setlocale(LC_ALL, "");
    assert(isalpha('a'));
    return 0;
}
