/* <wchar.h> without a macro, which would promise more than C does: that what holds is 1. */
#include_next <wchar.h>

#undef iswdigit
