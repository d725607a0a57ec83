/* As in ctype.h: only whether it is zero is known. */
#include_next <wctype.h>
#undef iswdigit
