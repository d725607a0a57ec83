// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>

int main(void) {
    const char *text = "typeof(x) '( \" typeof(";
    int n = 3;
    int array[sizeof(__typeof__(*text)) * n];
    typeof(n) *p = &n, **pp = &p;
    for (typeof(n) *each = p; each < p + 1; each++)
        array[0] = 4;
    if (text[0] == 't')
        *(__typeof__(**pp) *)*pp = ({ typeof(*text) *rest = text + 7; *rest; }) == 'x';
    assert(n == 1);
    typeof(int(*)[3]) whole = &array;
    assert((*whole)[0] == 4);
    return 0;
}
