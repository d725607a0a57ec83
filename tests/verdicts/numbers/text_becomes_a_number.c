// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *end;
    assert(atof("1.5") == 1.5);
    double number = strtod("  -2.5e3xyz", &end);
    assert(number == -2500.0 && *end == 'x');
    assert(strtod("0.1", NULL) == 0.1);
    return 0;
}
