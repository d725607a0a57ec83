// What each shows rests on the other: nothing says that they end.
// verdict: proved
// function: even
// strategy: outright
// properties: unreach-call
// assumption: 'odd', which is taken by its contract, calls 'even' again
#include "dovetail.h"

int odd(int n);

int even(int n)
{
    dovetail_ensures(dovetail_result == 7);
    return n == 0 ? 7 : odd(n);
}

int odd(int n)
{
    dovetail_ensures(dovetail_result == 7);
    return n == 0 ? 7 : even(n);
}
