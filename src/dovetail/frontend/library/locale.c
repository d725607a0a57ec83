/* Models of <locale.h>: the C locale, and no other.
 *
 * The C locale can be asked for and set, by its two names. Where another one is, setlocale may fail; where it succeeds
 * nothing is known of what comes after.
 */

typedef __SIZE_TYPE__ size_t;

int __dovetail_choice(void);
void __dovetail_unsupported(const char *reason);
int *__errno_location(void);
int strcmp(const char *left, const char *right);

static int __dovetail_is_c_locale(const char *name) {
    return strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0;
}

char *setlocale(int category, const char *name) {
    static const char c_locale[] = "C"; /* not for the program to write */
    if (category < 0 || category > 6) {
        if (__dovetail_choice() != 0)
            __dovetail_unsupported("a category of locales that C does not have");
        return 0;
    }
    if (name == 0 || __dovetail_is_c_locale(name))
        return (char *)c_locale;
    if (__dovetail_choice() != 0)
        __dovetail_unsupported("a locale other than C");
    return 0;
}

struct lconv {
    char *decimal_point;
    char *others[9];
    char numbers[14];
};

struct lconv *localeconv(void) {
    static const char point[] = ".", none[] = "";
    static struct lconv conventions;
    conventions.decimal_point = (char *)point;
    for (int i = 0; i < 9; i++)
        conventions.others[i] = (char *)none;
    for (int i = 0; i < 14; i++)
        conventions.numbers[i] = __SCHAR_MAX__;
    return &conventions;
}

/* A locale of one's own: all there is to know is that it is there. */
static char __dovetail_locale;

void *newlocale(int mask, const char *name, void *base) {
    (void)mask;
    if (!__dovetail_is_c_locale(name)) {
        if (__dovetail_choice() != 0)
            __dovetail_unsupported("a locale other than C");
        *__errno_location() = __dovetail_choice() != 0 ? 2 : 22; /* ENOENT, EINVAL */
        return 0;
    }
    return base != 0 ? base : &__dovetail_locale;
}

void *duplocale(void *locale) {
    (void)locale;
    return &__dovetail_locale;
}

void freelocale(void *locale) {
    (void)locale;
}

void *uselocale(void *locale) {
    static void *used = (void *)-1; /* LC_GLOBAL_LOCALE */
    void *before = used;
    if (locale != 0)
        used = locale;
    return before;
}
