/* <wctype.h> without a macro, which would promise more than C does: that what holds is 1. */
#include_next <wctype.h>

#undef iswdigit
