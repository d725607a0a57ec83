// Figure 6: the check fails on the 501st choice, if all before it were to count on.
#include <dovetail.h>

int main(void)
{
    unsigned n = 0;
    dovetail_predicate(n == 0);
    dovetail_predicate(0 < n && n < 500);
    dovetail_predicate(n == 500);
    dovetail_predicate(n > 500);
    for (;;) {
        if (dovetail_any_bool()) {
            n = n + 1;
        } else {
            dovetail_always(n != 500);
            n = 0;
        }
    }
}
