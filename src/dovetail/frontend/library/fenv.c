/* Models of <fenv.h>: numbers are rounded to nearest, which is what a program starts with and the only mode there is here.
 *
 * Whether an operation has raised an exception is not followed: fetestexcept and what saves or puts back the environment
 * are unsupported where used. What clears or raises one may fail.
 */

int __dovetail_choice(void);
void __dovetail_unsupported(const char *reason);

int fegetround(void) {
    return 0; /* FE_TONEAREST */
}

int fesetround(int mode) {
    if (mode != 0)
        __dovetail_unsupported("a rounding mode other than to nearest");
    return 0;
}

int feclearexcept(int exceptions) {
    (void)exceptions;
    return __dovetail_choice();
}

int feraiseexcept(int exceptions) {
    (void)exceptions;
    return __dovetail_choice();
}
