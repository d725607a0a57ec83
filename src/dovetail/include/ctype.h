/* C says of these only whether they are zero. Macros of a header would say more than that; the functions that Dovetail
 * knows do not. */
#include_next <ctype.h>
#undef isalpha
#undef isdigit
#undef islower
#undef isupper
#undef isprint
#undef isgraph
#undef isspace
#undef isascii
