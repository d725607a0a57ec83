// What the library keeps is written by it: no clause has to name that.
// verdict: proved
// function: number
// strategy: bounded
// properties: unreach-call
// accept-bounds: yes
#include <math.h>
double number(double x)
__CPROVER_requires(x >= 1)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value >= 1 || 1)
{
    return fabs(x);
}
