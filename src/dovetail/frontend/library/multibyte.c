/* Models of the conversions between bytes and wide characters of <stdlib.h>, <wchar.h> and <uchar.h>, in the C locale.
 *
 * There is no state there, and a character is one byte. Those of ASCII are themselves. What the others are is up to the
 * library, once for all of a run: none at all (EILSEQ), the wide character of the same number, or (musl) one of 0xdf80
 * to 0xdfff; and likewise on the way back.
 */

typedef __SIZE_TYPE__ size_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef __WINT_TYPE__ wint_t;
typedef __UINT_LEAST16_TYPE__ char16_t;
typedef __UINT_LEAST32_TYPE__ char32_t;

int __dovetail_choice(void);
int *__errno_location(void);
void __dovetail_apart(const void *a, size_t n, const void *b, size_t m);

/* What is written must not overlap with what is read. The executor sees to it, in the native copy nobody asks. */
#ifdef __DOVETAIL__
int __dovetail_same_object(const void *a, const void *b);
#else
#define __dovetail_same_object(a, b) 0
#endif

size_t __ctype_get_mb_cur_max(void) {
    return 1;
}

/* 1 if bytes from 128 are no characters, 2 if they are the characters of these numbers, 3 if they are musl's. */
static int __dovetail_high_bytes(void) {
    static int kind;
    if (kind == 0) {
        int any = __dovetail_choice();
        kind = any == 1 || any == 2 ? any : 3;
    }
    return kind;
}

static int __dovetail_illegal(void) {
    *__errno_location() = 84; /* EILSEQ */
    return -1;
}

/* The character that a byte is: 1, or -1 if it is none. */
static int __dovetail_widened(wchar_t *to, unsigned char byte) {
    *to = byte;
    if (byte < 128)
        return 1;
    if (__dovetail_high_bytes() == 1)
        return __dovetail_illegal();
    if (__dovetail_high_bytes() == 3)
        *to = 0xdf00 | byte;
    return 1;
}

/* The byte that a character is: 1, or -1 if it is none. */
static int __dovetail_narrowed(char *to, wchar_t c) {
    *to = (char)c;
    if (c >= 0 && c < 128)
        return 1;
    if (c >= 128 && c < 256 && __dovetail_high_bytes() == 2)
        return 1;
    if (c >= 0xdf80 && c <= 0xdfff && __dovetail_high_bytes() == 3)
        return 1;
    return __dovetail_illegal();
}

int mbtowc(wchar_t *to, const char *s, size_t n) {
    wchar_t c = 0;
    if (s == 0)
        return 0;
    if (n == 0) {
        /* the standard has -1; a libc may say so in errno */
        if (__dovetail_choice() != 0)
            *__errno_location() = 84; /* EILSEQ */
        return -1;
    }
    if (__dovetail_widened(&c, (unsigned char)*s) < 0)
        return -1;
    if (to != 0) {
        __dovetail_apart(to, sizeof *to, s, 1);
        *to = c;
    }
    return c != 0;
}

int mblen(const char *s, size_t n) {
    return mbtowc(0, s, n);
}

int wctomb(char *to, wchar_t c) {
    char byte = 0;
    if (to == 0)
        return 0;
    if (__dovetail_narrowed(&byte, c) < 0)
        return -1;
    *to = byte;
    return 1;
}

size_t mbrtowc(wchar_t *to, const char *s, size_t n, void *state) {
    wchar_t c = 0;
    (void)state;
    if (s == 0)
        return 0;
    if (n == 0)
        return (size_t)-2;
    if (__dovetail_widened(&c, (unsigned char)*s) < 0)
        return (size_t)-1;
    if (to != 0) {
        __dovetail_apart(to, sizeof *to, s, 1);
        *to = c;
    }
    return c != 0;
}

size_t mbrlen(const char *s, size_t n, void *state) {
    return mbrtowc(0, s, n, state);
}

size_t wcrtomb(char *to, wchar_t c, void *state) {
    char byte = 0;
    (void)state;
    if (to == 0)
        return 1;
    if (__dovetail_narrowed(&byte, c) < 0)
        return (size_t)-1;
    *to = byte;
    return 1;
}

/* There is only one state. */
int mbsinit(const void *state) {
    int any = __dovetail_choice();
    (void)state;
    return any != 0 ? any : 1;
}

wint_t btowc(int c) {
    wchar_t wide = 0;
    int before;
    if (c < 0 || c > 255)
        return (wint_t)-1;
    if (c < 128)
        return (wint_t)c;
    before = *__errno_location();
    if (__dovetail_widened(&wide, (unsigned char)c) < 0) {
        *__errno_location() = before;
        return (wint_t)-1;
    }
    return (wint_t)wide;
}

int wctob(wint_t c) {
    char byte = 0;
    int before = *__errno_location();
    if (__dovetail_narrowed(&byte, (wchar_t)c) < 0) {
        *__errno_location() = before;
        return -1;
    }
    return (unsigned char)byte;
}

/* At most `bytes` of *from and `n` characters. Where it is over *from is null, and where a byte is no character it points
 * to it; both only if something is written. */
size_t mbsnrtowcs(wchar_t *to, const char **from, size_t bytes, size_t n, void *state) {
    const char *s = *from;
    size_t i = 0;
    (void)state;
    if (to != 0 && (__dovetail_same_object(to, s) || __dovetail_same_object(to, from))) {
        while (i < n && i < bytes && s[i] != 0)
            i++;
        i += i < n && i < bytes;
        __dovetail_apart(to, i * sizeof *to, s, i);
        __dovetail_apart(to, i * sizeof *to, from, sizeof *from);
        i = 0;
    }
    for (; (to == 0 || i < n) && i < bytes; i++) {
        wchar_t c = 0;
        if (__dovetail_widened(&c, (unsigned char)s[i]) < 0) {
            if (to != 0)
                *from = s + i;
            return (size_t)-1;
        }
        if (to != 0)
            to[i] = c;
        if (c == 0) {
            if (to != 0)
                *from = 0;
            return i;
        }
    }
    if (to != 0)
        *from = s + i;
    return i;
}

size_t mbsrtowcs(wchar_t *to, const char **from, size_t n, void *state) {
    return mbsnrtowcs(to, from, (size_t)-1, n, state);
}

size_t mbstowcs(wchar_t *to, const char *s, size_t n) {
    return mbsnrtowcs(to, &s, (size_t)-1, n, 0);
}

size_t wcsnrtombs(char *to, const wchar_t **from, size_t characters, size_t n, void *state) {
    const wchar_t *s = *from;
    size_t i = 0;
    (void)state;
    if (to != 0 && (__dovetail_same_object(to, s) || __dovetail_same_object(to, from))) {
        while (i < n && i < characters && s[i] != 0)
            i++;
        i += i < n && i < characters;
        __dovetail_apart(to, i, s, i * sizeof *s);
        __dovetail_apart(to, i, from, sizeof *from);
        i = 0;
    }
    for (; (to == 0 || i < n) && i < characters; i++) {
        char byte = 0;
        if (__dovetail_narrowed(&byte, s[i]) < 0) {
            if (to != 0)
                *from = s + i;
            return (size_t)-1;
        }
        if (to != 0)
            to[i] = byte;
        if (byte == 0) {
            if (to != 0)
                *from = 0;
            return i;
        }
    }
    if (to != 0)
        *from = s + i;
    return i;
}

size_t wcsrtombs(char *to, const wchar_t **from, size_t n, void *state) {
    return wcsnrtombs(to, from, (size_t)-1, n, state);
}

size_t wcstombs(char *to, const wchar_t *s, size_t n) {
    return wcsnrtombs(to, &s, (size_t)-1, n, 0);
}

size_t mbrtoc32(char32_t *to, const char *s, size_t n, void *state) {
    wchar_t c = 0;
    size_t result = mbrtowc(&c, s, n, state);
    if (s != 0 && result <= 1 && to != 0) {
        __dovetail_apart(to, sizeof *to, s, 1);
        *to = (char32_t)c;
    }
    return result;
}

size_t mbrtoc16(char16_t *to, const char *s, size_t n, void *state) {
    wchar_t c = 0;
    size_t result = mbrtowc(&c, s, n, state);
    if (s != 0 && result <= 1 && to != 0) {
        __dovetail_apart(to, sizeof *to, s, 1);
        *to = (char16_t)c;
    }
    return result;
}

size_t c32rtomb(char *to, char32_t c, void *state) {
    return wcrtomb(to, (wchar_t)c, state);
}

/* A surrogate alone is no character, in ASCII there are none. */
size_t c16rtomb(char *to, char16_t c, void *state) {
    return wcrtomb(to, c, state);
}
