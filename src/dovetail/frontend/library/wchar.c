/* Models of what <wchar.h> has of <string.h> for wide characters, and of wcstol and its kin.
 *
 * Wide characters are compared as numbers. Of what a comparison returns C says the sign and no more. In the C locale
 * wcscoll is wcscmp, and glibc and musl leave what wcsxfrm is given as it is.
 */

typedef __SIZE_TYPE__ size_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef __WINT_TYPE__ wint_t;

void __dovetail_copy(void *to, const void *from, size_t n);
void *malloc(size_t n);
int __dovetail_choice(void);
void __dovetail_unsupported(const char *reason);
void __VERIFIER_nondet_memory(void *at, size_t n);
int *__errno_location(void);
void __dovetail_apart(const void *a, size_t n, const void *b, size_t m);
wint_t towlower(wint_t c);

#ifdef __DOVETAIL__
int __dovetail_same_object(const void *a, const void *b);
#else
#define __dovetail_same_object(a, b) 1
#endif

static void __dovetail_apart_wide(const wchar_t *to, size_t of_to, const wchar_t *from, size_t of_from) {
    __PTRDIFF_TYPE__ distance = (const char *)to - (const char *)from;
    of_to *= sizeof(wchar_t);
    of_from *= sizeof(wchar_t);
    if (distance >= 0 ? (size_t)distance < of_from : (size_t)-distance < of_to)
        __dovetail_unsupported("a copy between places that overlap");
}

static int __dovetail_order(wchar_t left, wchar_t right) {
    int any;
    if (left == right)
        return 0;
    any = __dovetail_choice();
    if (left < right)
        return any < 0 ? any : -1;
    return any > 0 ? any : 1;
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = c;
    return to;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) {
    __dovetail_copy(to, from, n * sizeof(wchar_t));
    return to;
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n) {
    if (n > 0 && __dovetail_same_object(to, from))
        __dovetail_apart_wide(to, n, from, n);
    return wmemmove(to, from, n);
}

wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t n) {
    return wmemcpy(to, from, n) + n;
}

/* All of both is compared, in whatever order: it has to be there. */
int wmemcmp(const wchar_t *left, const wchar_t *right, size_t n) {
    int ends = n > 0 ? left[n - 1] != right[n - 1] : 0;
    for (size_t i = 0; i < n; i++)
        if (left[i] != right[i])
            return __dovetail_order(left[i], right[i]);
    return ends;
}

wchar_t *wmemchr(const wchar_t *in, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (in[i] == c)
            return (wchar_t *)(in + i);
    return 0;
}

size_t wcslen(const wchar_t *s) {
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

size_t wcsnlen(const wchar_t *s, size_t limit) {
    size_t n = 0;
    while (n < limit && s[n] != 0)
        n++;
    return n;
}

wchar_t *wcpcpy(wchar_t *to, const wchar_t *from) {
    size_t i = 0;
    if (__dovetail_same_object(to, from)) {
        size_t n = wcslen(from) + 1;
        __dovetail_apart_wide(to, n, from, n);
    }
    while (from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    to[i] = 0;
    return to + i;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
    wcpcpy(to, from);
    return to;
}

wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t n) {
    size_t i = 0;
    if (n > 0 && __dovetail_same_object(to, from)) {
        size_t most = wcsnlen(from, n);
        __dovetail_apart_wide(to, n, from, most < n ? most + 1 : n);
    }
    while (i < n && from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    for (size_t rest = i; rest < n; rest++)
        to[rest] = 0;
    return to + i;
}

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n) {
    wcpncpy(to, from, n);
    return to;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
    size_t before = wcslen(to);
    if (__dovetail_same_object(to, from)) {
        size_t n = wcslen(from) + 1;
        __dovetail_apart_wide(to, before + n, from, n);
    }
    wcpcpy(to + before, from);
    return to;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t n) {
    wchar_t *end = to + wcslen(to);
    size_t i = 0;
    if (n > 0 && __dovetail_same_object(to, from)) {
        size_t most = wcsnlen(from, n);
        __dovetail_apart_wide(to, end - to + most + 1, from, most < n ? most + 1 : n);
    }
    while (i < n && from[i] != 0) {
        end[i] = from[i];
        i++;
    }
    end[i] = 0;
    return to;
}

wchar_t *wcsdup(const wchar_t *s) {
    size_t size = (wcslen(s) + 1) * sizeof(wchar_t);
    wchar_t *copy = malloc(size);
    if (copy == 0)
        return 0;
    __dovetail_copy(copy, s, size);
    return copy;
}

int wcscmp(const wchar_t *left, const wchar_t *right) {
    size_t i = 0;
    while (left[i] != 0 && left[i] == right[i])
        i++;
    return __dovetail_order(left[i], right[i]);
}

int wcsncmp(const wchar_t *left, const wchar_t *right, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (left[i] != right[i] || left[i] == 0)
            return __dovetail_order(left[i], right[i]);
    return 0;
}

int wcsncasecmp(const wchar_t *left, const wchar_t *right, size_t n) {
    for (size_t i = 0; i < n; i++) {
        wchar_t a = (wchar_t)towlower((wint_t)left[i]);
        wchar_t b = (wchar_t)towlower((wint_t)right[i]);
        if (a != b || a == 0)
            return __dovetail_order(a, b);
    }
    return 0;
}

int wcscasecmp(const wchar_t *left, const wchar_t *right) {
    return wcsncasecmp(left, right, (size_t)-1);
}

int wcscasecmp_l(const wchar_t *left, const wchar_t *right, void *locale) {
    (void)locale;
    return wcscasecmp(left, right);
}

int wcsncasecmp_l(const wchar_t *left, const wchar_t *right, size_t n, void *locale) {
    (void)locale;
    return wcsncasecmp(left, right, n);
}

int wcscoll(const wchar_t *left, const wchar_t *right) {
    return wcscmp(left, right);
}

int wcscoll_l(const wchar_t *left, const wchar_t *right, void *locale) {
    (void)locale;
    return wcscmp(left, right);
}

size_t wcsxfrm(wchar_t *to, const wchar_t *from, size_t n) {
    size_t length = wcslen(from);
    if (n > 0 && __dovetail_same_object(to, from))
        __dovetail_apart_wide(to, n, from, length + 1);
    if (length < n)
        __dovetail_copy(to, from, (length + 1) * sizeof(wchar_t));
    else if (n > 0)
        __VERIFIER_nondet_memory(to, n * sizeof(wchar_t));
    return length;
}

size_t wcsxfrm_l(wchar_t *to, const wchar_t *from, size_t n, void *locale) {
    (void)locale;
    return wcsxfrm(to, from, n);
}

wchar_t *wcschrnul(const wchar_t *s, wchar_t c) {
    while (*s != 0 && *s != c)
        s++;
    return (wchar_t *)s;
}

wchar_t *wcschr(const wchar_t *s, wchar_t c) {
    wchar_t *found = wcschrnul(s, c);
    return *found == c ? found : 0;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
    const wchar_t *found = 0;
    for (;; s++) {
        if (*s == c)
            found = s;
        if (*s == 0)
            return (wchar_t *)found;
    }
}

wchar_t *wcsstr(const wchar_t *s, const wchar_t *wanted) {
    for (;; s++) {
        size_t i = 0;
        while (wanted[i] != 0 && s[i] == wanted[i])
            i++;
        if (wanted[i] == 0)
            return (wchar_t *)s;
        if (*s == 0)
            return 0;
    }
}

wchar_t *wcswcs(const wchar_t *s, const wchar_t *wanted) {
    return wcsstr(s, wanted);
}

/* Is c one of the characters of set? The terminator is not one of them. */
static int __dovetail_is_among(wchar_t c, const wchar_t *set) {
    for (; *set != 0; set++)
        if (*set == c)
            return 1;
    return 0;
}

size_t wcsspn(const wchar_t *s, const wchar_t *accept) {
    size_t n = 0;
    while (s[n] != 0 && __dovetail_is_among(s[n], accept))
        n++;
    return n;
}

size_t wcscspn(const wchar_t *s, const wchar_t *reject) {
    size_t n = 0;
    while (s[n] != 0 && !__dovetail_is_among(s[n], reject))
        n++;
    return n;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *accept) {
    s += wcscspn(s, accept);
    return *s != 0 ? (wchar_t *)s : 0;
}

wchar_t *wcstok(wchar_t *s, const wchar_t *separators, wchar_t **rest) {
    if (s == 0)
        s = *rest;
    if (s == 0)
        return 0;
    if (__dovetail_same_object(rest, separators))
        __dovetail_apart(rest, sizeof *rest, separators, (wcslen(separators) + 1) * sizeof *separators);
    if (__dovetail_same_object(rest, s))
        __dovetail_apart(rest, sizeof *rest, s, (wcslen(s) + 1) * sizeof *s);
    s += wcsspn(s, separators);
    if (*s == 0) {
        *rest = 0;
        return 0;
    }
    wchar_t *end = s + wcscspn(s, separators);
    *rest = 0;
    if (*end != 0) {
        if (__dovetail_same_object(end, separators))
            __dovetail_apart(end, sizeof *end, separators, (wcslen(separators) + 1) * sizeof *separators);
        *end = 0;
        *rest = end + 1;
    }
    return s;
}

/* The value of c as a digit, or 36, which is no digit in any base. */
static unsigned __dovetail_wide_digit(wchar_t c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 36;
}

/* As __dovetail_number of stdlib.c, which see. */
static unsigned long long __dovetail_wide_number(const wchar_t *s, wchar_t **end, int base, unsigned long long most,
                                                 unsigned long long least) {
    const wchar_t *at = s;
    unsigned long long value = 0;
    int negative = 0;
    int digits = 0;
    int overflow = 0;
    if (base < 0 || base == 1 || base > 36) {
        if (end != 0 && __dovetail_choice() != 0)
            *end = (wchar_t *)s;
        *__errno_location() = 22; /* EINVAL */
        return 0;
    }
    while (*at == ' ' || (*at >= '\t' && *at <= '\r'))
        at++;
    if (*at > 127)
        __dovetail_unsupported("what a wide character beyond ASCII is: up to the library");
    if (*at == '+' || *at == '-') {
        negative = *at == '-';
        at++;
    }
    if ((base == 0 || base == 2) && at[0] == '0' && (at[1] | 32) == 'b' && __dovetail_wide_digit(at[2]) < 2)
        __dovetail_unsupported("a number that begins with 0b, which C23 reads and C11 does not");
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') &&
        __dovetail_wide_digit(at[2]) < 16) {
        at += 2;
        base = 16;
    }
    if (base == 0)
        base = *at == '0' ? 8 : 10;
    for (; __dovetail_wide_digit(*at) < (unsigned)base; at++) {
        unsigned long long low = (value & 0xffffffffu) * (unsigned)base + __dovetail_wide_digit(*at);
        unsigned long long high = (value >> 32) * (unsigned)base + (low >> 32);
        digits = 1;
        overflow = overflow || (high >> 32) != 0;
        value = (high << 32) | (low & 0xffffffffu);
    }
    if (end != 0) {
        __dovetail_apart(end, sizeof *end, s, (size_t)(at - s + 1) * sizeof *s);
        *end = (wchar_t *)(digits ? at : s);
    }
    if (!digits) {
        if (__dovetail_choice() != 0)
            *__errno_location() = 22; /* EINVAL */
        return 0;
    }
    if (overflow || value > (negative ? least : most)) {
        *__errno_location() = 34; /* ERANGE */
        value = negative ? least : most;
        return negative && least != most ? 0 - value : value;
    }
    return negative ? 0 - value : value;
}

long wcstol(const wchar_t *s, wchar_t **end, int base) {
    return (long)__dovetail_wide_number(s, end, base, __LONG_MAX__, __LONG_MAX__ + 1ull);
}

unsigned long wcstoul(const wchar_t *s, wchar_t **end, int base) {
    return (unsigned long)__dovetail_wide_number(s, end, base, __LONG_MAX__ * 2ull + 1, __LONG_MAX__ * 2ull + 1);
}

long long wcstoll(const wchar_t *s, wchar_t **end, int base) {
    return (long long)__dovetail_wide_number(s, end, base, __LONG_LONG_MAX__, __LONG_LONG_MAX__ + 1ull);
}

unsigned long long wcstoull(const wchar_t *s, wchar_t **end, int base) {
    return __dovetail_wide_number(s, end, base, (unsigned long long)-1, (unsigned long long)-1);
}

__INTMAX_TYPE__ wcstoimax(const wchar_t *s, wchar_t **end, int base) {
    return wcstoll(s, end, base);
}

__UINTMAX_TYPE__ wcstoumax(const wchar_t *s, wchar_t **end, int base) {
    return wcstoull(s, end, base);
}
