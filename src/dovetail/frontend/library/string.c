/* Models of <string.h> and <strings.h>.
 *
 * Bytes are compared as unsigned char. Of what a comparison returns C says the sign and no more, so it is any number
 * of that sign. Copies of known length go through __dovetail_copy, which moves whole values (a
 * pointer stays a pointer); what looks for a terminator goes byte by byte. What is copied from and to must not overlap
 * where C says so: else nothing is known of what the machine does.
 */

typedef __SIZE_TYPE__ size_t;

void __dovetail_copy(void *to, const void *from, size_t n);
void __dovetail_fill(void *to, int byte, size_t n);
void *malloc(size_t n);
int __dovetail_choice(void);
void __dovetail_unsupported(const char *reason);
void __VERIFIER_nondet_memory(void *at, size_t n);
int tolower(int c);

/* Two places may only overlap inside of one object; on a machine their addresses tell. */
#ifdef __DOVETAIL__
int __dovetail_same_object(const void *a, const void *b);
#else
#define __dovetail_same_object(a, b) 1
#endif

static void __dovetail_apart(const char *a, size_t of_a, const char *b, size_t of_b) {
    __PTRDIFF_TYPE__ distance = a - b;
    if (distance >= 0 ? (size_t)distance < of_b : (size_t)-distance < of_a)
        __dovetail_unsupported("a copy between places that overlap");
}

/* Any number of the same sign. */
static int __dovetail_sign(int order) {
    int any;
    if (order == 0)
        return 0;
    any = __dovetail_choice();
    if (order < 0)
        return any < 0 ? any : order;
    return any > 0 ? any : order;
}

/* For the models here: a program may have a strlen of its own. */
static size_t __dovetail_length(const char *s) {
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

static size_t __dovetail_length_within(const char *s, size_t limit) {
    size_t n = 0;
    while (n < limit && s[n] != 0)
        n++;
    return n;
}

void *memset(void *to, int byte, size_t n) {
    __dovetail_fill(to, byte, n);
    return to;
}

/* As it is called through a pointer. Onto itself all of them copy well, and compilers rely on it. */
void *memcpy(void *to, const void *from, size_t n) {
    if (n > 0 && to != from && __dovetail_same_object(to, from))
        __dovetail_apart(to, n, from, n);
    __dovetail_copy(to, from, n);
    return to;
}

void *mempcpy(void *to, const void *from, size_t n) {
    if (n > 0 && __dovetail_same_object(to, from))
        __dovetail_apart(to, n, from, n);
    __dovetail_copy(to, from, n);
    return (char *)to + n;
}

void *memmove(void *to, const void *from, size_t n) {
    __dovetail_copy(to, from, n);
    return to;
}

void bzero(void *to, size_t n) {
    __dovetail_fill(to, 0, n);
}

void bcopy(const void *from, void *to, size_t n) {
    __dovetail_copy(to, from, n);
}

int memcmp(const void *left, const void *right, size_t n) {
    const unsigned char *a = left;
    const unsigned char *b = right;
    /* All of both is compared, in whatever order: it has to be there. */
    int ends = n > 0 ? a[n - 1] - b[n - 1] : 0;
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return __dovetail_sign(a[i] - b[i]);
    return ends;
}

/* Which of them comes first it does not say. */
int bcmp(const void *left, const void *right, size_t n) {
    if (memcmp(left, right, n) == 0)
        return 0;
    int any = __dovetail_choice();
    return any != 0 ? any : 1;
}

void *memchr(const void *in, int byte, size_t n) {
    const unsigned char *bytes = in;
    for (size_t i = 0; i < n; i++)
        if (bytes[i] == (unsigned char)byte)
            return (void *)(bytes + i);
    return 0;
}

void *memrchr(const void *in, int byte, size_t n) {
    const unsigned char *bytes = in;
    while (n > 0) {
        n--;
        if (bytes[n] == (unsigned char)byte)
            return (void *)(bytes + n);
    }
    return 0;
}

void *rawmemchr(const void *in, int byte) {
    const unsigned char *bytes = in;
    while (*bytes != (unsigned char)byte)
        bytes++;
    return (void *)bytes;
}

void *memccpy(void *to, const void *from, int byte, size_t n) {
    unsigned char *put = to;
    const unsigned char *bytes = from;
    if (n > 0 && __dovetail_same_object(to, from)) {
        size_t most = 0; /* it stops behind the byte, whatever n is */
        while (most < n && bytes[most] != (unsigned char)byte)
            most++;
        most += most < n;
        __dovetail_apart(to, most, from, most);
    }
    for (size_t i = 0; i < n; i++) {
        put[i] = bytes[i];
        if (bytes[i] == (unsigned char)byte)
            return put + i + 1;
    }
    return 0;
}

void *memmem(const void *in, size_t size, const void *wanted, size_t length) {
    const unsigned char *bytes = in;
    const unsigned char *part = wanted;
    for (size_t at = 0; length <= size && at <= size - length; at++) {
        size_t i = 0;
        while (i < length && bytes[at + i] == part[i])
            i++;
        if (i == length)
            return (void *)(bytes + at);
    }
    return 0;
}

void explicit_bzero(void *to, size_t n) {
    __dovetail_fill(to, 0, n);
}

/* Pairs of bytes change places; a last one without a partner may become anything. */
void swab(const void *from, void *to, __PTRDIFF_TYPE__ n) {
    const char *source = from;
    char *target = to;
    if (n > 0 && __dovetail_same_object(to, from))
        __dovetail_apart(to, n, from, n);
    for (__PTRDIFF_TYPE__ i = 0; i + 1 < n; i += 2) {
        target[i] = source[i + 1];
        target[i + 1] = source[i];
    }
    if (n > 0 && n % 2 == 1)
        target[n - 1] = (char)__dovetail_choice();
}

size_t strlen(const char *s) {
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

size_t strnlen(const char *s, size_t limit) {
    size_t n = 0;
    while (n < limit && s[n] != 0)
        n++;
    return n;
}

char *stpcpy(char *to, const char *from) {
    size_t i = 0;
    if (__dovetail_same_object(to, from)) {
        size_t n = __dovetail_length(from) + 1;
        __dovetail_apart(to, n, from, n);
    }
    while (from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    to[i] = 0;
    return to + i;
}

char *strcpy(char *to, const char *from) {
    stpcpy(to, from);
    return to;
}

char *stpncpy(char *to, const char *from, size_t n) {
    size_t i = 0;
    if (n > 0 && __dovetail_same_object(to, from)) {
        size_t most = __dovetail_length_within(from, n);
        __dovetail_apart(to, n, from, most < n ? most + 1 : n);
    }
    while (i < n && from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    if (i < n)
        __dovetail_fill(to + i, 0, n - i);
    return to + i;
}

char *strncpy(char *to, const char *from, size_t n) {
    stpncpy(to, from, n);
    return to;
}

char *strcat(char *to, const char *from) {
    size_t before = __dovetail_length(to);
    if (__dovetail_same_object(to, from)) {
        size_t n = __dovetail_length(from) + 1;
        __dovetail_apart(to, before + n, from, n);
    }
    stpcpy(to + before, from);
    return to;
}

char *strncat(char *to, const char *from, size_t n) {
    char *end = to + __dovetail_length(to);
    size_t i = 0;
    if (n > 0 && __dovetail_same_object(to, from)) {
        size_t most = __dovetail_length_within(from, n);
        __dovetail_apart(to, end - to + most + 1, from, most < n ? most + 1 : n);
    }
    while (i < n && from[i] != 0) {
        end[i] = from[i];
        i++;
    }
    end[i] = 0;
    return to;
}

int strcmp(const char *left, const char *right) {
    size_t i = 0;
    while (left[i] != 0 && left[i] == right[i])
        i++;
    return __dovetail_sign((unsigned char)left[i] - (unsigned char)right[i]);
}

int strncmp(const char *left, const char *right, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (left[i] != right[i] || left[i] == 0)
            return __dovetail_sign((unsigned char)left[i] - (unsigned char)right[i]);
    return 0;
}

int strncasecmp(const char *left, const char *right, size_t n) {
    for (size_t i = 0; i < n; i++) {
        int a = tolower((unsigned char)left[i]);
        int b = tolower((unsigned char)right[i]);
        if (a != b || a == 0)
            return __dovetail_sign(a - b);
    }
    return 0;
}

int strcasecmp(const char *left, const char *right) {
    return strncasecmp(left, right, (size_t)-1);
}

int strncasecmp_l(const char *left, const char *right, size_t n, void *locale) {
    (void)locale;
    return strncasecmp(left, right, n);
}

int strcasecmp_l(const char *left, const char *right, void *locale) {
    (void)locale;
    return strcasecmp(left, right);
}

/* In the C locale. */
int strcoll(const char *left, const char *right) {
    return strcmp(left, right);
}

int strcoll_l(const char *left, const char *right, void *locale) {
    (void)locale;
    return strcmp(left, right);
}

/* In the C locale glibc and musl leave the text as it is. What does not fit leaves anything. */
size_t strxfrm(char *to, const char *from, size_t n) {
    size_t length = __dovetail_length(from);
    if (n > 0 && __dovetail_same_object(to, from))
        __dovetail_apart(to, n, from, length + 1);
    if (length < n)
        __dovetail_copy(to, from, length + 1);
    else if (n > 0)
        __VERIFIER_nondet_memory(to, n);
    return length;
}

size_t strxfrm_l(char *to, const char *from, size_t n, void *locale) {
    (void)locale;
    return strxfrm(to, from, n);
}

static int __dovetail_is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Runs of digits count as numbers; one that begins with zeros as a fraction, which the more zeros is the less. */
int strverscmp(const char *left, const char *right) {
    size_t i = 0, run = 0;
    int zeros = 1; /* is all of the run up to here zeros? */
    for (; left[i] == right[i]; i++) {
        if (left[i] == 0)
            return 0;
        if (!__dovetail_is_digit(left[i])) {
            run = i + 1;
            zeros = 1;
        } else if (left[i] != '0') {
            zeros = 0;
        }
    }
    if (run < i || (left[i] >= '1' && left[i] <= '9' && right[i] >= '1' && right[i] <= '9')) {
        int fraction = left[run] == '0' && (run < i || right[run] == '0');
        if (!fraction) {
            size_t j = i;
            while (__dovetail_is_digit(left[j]) && __dovetail_is_digit(right[j]))
                j++;
            if (__dovetail_is_digit(left[j]))
                return __dovetail_sign(1);
            if (__dovetail_is_digit(right[j]))
                return __dovetail_sign(-1);
        } else if (zeros && run < i && (__dovetail_is_digit(left[i]) || __dovetail_is_digit(right[i]))) {
            return __dovetail_sign((unsigned char)(left[i] - '0') - (unsigned char)(right[i] - '0'));
        }
    }
    return __dovetail_sign((unsigned char)left[i] - (unsigned char)right[i]);
}

char *strchrnul(const char *s, int c) {
    while (*s != 0 && *s != (char)c)
        s++;
    return (char *)s;
}

char *strchr(const char *s, int c) {
    char *found = strchrnul(s, c);
    return *found == (char)c ? found : 0;
}

char *strrchr(const char *s, int c) {
    const char *found = 0;
    for (;; s++) {
        if (*s == (char)c)
            found = s;
        if (*s == 0)
            return (char *)found;
    }
}

char *index(const char *s, int c) {
    return strchr(s, c);
}

char *rindex(const char *s, int c) {
    return strrchr(s, c);
}

char *strstr(const char *s, const char *wanted) {
    for (;; s++) {
        size_t i = 0;
        while (wanted[i] != 0 && s[i] == wanted[i])
            i++;
        if (wanted[i] == 0)
            return (char *)s;
        if (*s == 0)
            return 0;
    }
}

char *strcasestr(const char *s, const char *wanted) {
    for (;; s++) {
        size_t i = 0;
        while (wanted[i] != 0 && tolower((unsigned char)s[i]) == tolower((unsigned char)wanted[i]))
            i++;
        if (wanted[i] == 0)
            return (char *)s;
        if (*s == 0)
            return 0;
    }
}

/* Is c one of the characters of set? The terminator is not one of them. */
static int __dovetail_is_one_of(char c, const char *set) {
    for (; *set != 0; set++)
        if (*set == c)
            return 1;
    return 0;
}

size_t strspn(const char *s, const char *accept) {
    size_t n = 0;
    while (s[n] != 0 && __dovetail_is_one_of(s[n], accept))
        n++;
    return n;
}

size_t strcspn(const char *s, const char *reject) {
    size_t n = 0;
    while (s[n] != 0 && !__dovetail_is_one_of(s[n], reject))
        n++;
    return n;
}

char *strpbrk(const char *s, const char *accept) {
    s += strcspn(s, accept);
    return *s != 0 ? (char *)s : 0;
}

size_t strlcpy(char *to, const char *from, size_t n) {
    size_t length = __dovetail_length(from);
    size_t copied = length < n ? length : n - 1;
    if (n == 0)
        return length;
    if (__dovetail_same_object(to, from))
        __dovetail_apart(to, copied + 1, from, length + 1);
    __dovetail_copy(to, from, copied);
    to[copied] = 0;
    return length;
}

/* Without a terminator within n bytes, it is as if the text were n long, and nothing is appended. */
size_t strlcat(char *to, const char *from, size_t n) {
    size_t before = __dovetail_length_within(to, n);
    if (before == n)
        return n + __dovetail_length(from);
    if (__dovetail_same_object(to, from)) {
        size_t length = __dovetail_length(from);
        size_t copied = length < n - before ? length : n - before - 1;
        __dovetail_apart(to, before + copied + 1, from, length + 1);
    }
    return before + strlcpy(to + before, from, n - before);
}

char *strndup(const char *s, size_t limit) {
    size_t n = __dovetail_length_within(s, limit);
    char *copy = malloc(n + 1);
    if (copy == 0)
        return 0;
    __dovetail_copy(copy, s, n);
    copy[n] = 0;
    return copy;
}

char *strdup(const char *s) {
    size_t n = __dovetail_length(s) + 1;
    char *copy = malloc(n);
    if (copy == 0)
        return 0;
    __dovetail_copy(copy, s, n);
    return copy;
}

/* What is changed must not be among the separators: one byte, or where the rest is kept. */
static void __dovetail_no_separator(const void *changed, size_t n, const char *separators) {
    if (__dovetail_same_object(changed, separators))
        __dovetail_apart(changed, n, separators, __dovetail_length(separators) + 1);
}

char *strsep(char **rest, const char *separators) {
    char *token = *rest;
    if (token == 0)
        return 0;
    char *end = token + strcspn(token, separators);
    __dovetail_no_separator(rest, sizeof *rest, separators);
    if (*end != 0) {
        __dovetail_no_separator(end, 1, separators);
        *end = 0;
        *rest = end + 1;
    } else {
        *rest = 0;
    }
    return token;
}

char *strtok_r(char *s, const char *separators, char **rest) {
    if (s == 0)
        s = *rest;
    if (s == 0)
        __dovetail_unsupported("strtok without a string: undefined, and libraries differ");
    __dovetail_no_separator(rest, sizeof *rest, separators);
    if (__dovetail_same_object(rest, s))
        __dovetail_apart((const char *)rest, sizeof *rest, s, __dovetail_length(s) + 1);
    s += strspn(s, separators);
    if (*s == 0) {
        *rest = s;
        return 0;
    }
    char *end = s + strcspn(s, separators);
    *rest = end;
    if (*end != 0) {
        __dovetail_no_separator(end, 1, separators);
        *end = 0;
        *rest = end + 1;
    }
    return s;
}

char *strtok(char *s, const char *separators) {
    static char *rest;
    return strtok_r(s, separators, &rest);
}
