/* As in ctype.h: of these only whether they are zero is known. */
#include_next <math.h>
#ifndef DOVETAIL_MATH
#define DOVETAIL_MATH
extern int __isnan(double), __isnanf(float), __isnanl(long double);
extern int __isinf(double), __isinff(float), __isinfl(long double);
extern int __finite(double), __finitef(float), __finitel(long double);
extern int __signbit(double), __signbitf(float), __signbitl(long double);
#endif
#undef isnan
#undef isinf
#undef isfinite
#undef signbit
#define DOVETAIL_BY_SIZE(function, x) \
    (sizeof(x) == sizeof(float) ? function##f(x) : sizeof(x) == sizeof(double) ? function(x) : function##l(x))
#define isnan(x) DOVETAIL_BY_SIZE(__isnan, x)
#define isinf(x) DOVETAIL_BY_SIZE(__isinf, x)
#define isfinite(x) DOVETAIL_BY_SIZE(__finite, x)
#define signbit(x) DOVETAIL_BY_SIZE(__signbit, x)
