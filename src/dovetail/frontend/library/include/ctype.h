/* <ctype.h> without macros, which would promise more than C does: that what holds is 1. */
#include_next <ctype.h>

#undef isalpha
#undef isascii
#undef isdigit
#undef isgraph
#undef islower
#undef isprint
#undef isspace
#undef isupper
