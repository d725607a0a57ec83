/* Models of <string.h> and <strings.h>.
 *
 * Bytes are compared as unsigned char. Of what a comparison returns C says the sign and no more, so it is any number
 * of that sign. Copies of known length go through __dovetail_copy, which moves whole values (a
 * pointer stays a pointer); what looks for a terminator goes byte by byte.
 *
 * Left out, and so unsupported where used: strerror, strcoll, strxfrm, strsignal, memccpy, memmem, wcs*.
 */

typedef __SIZE_TYPE__ size_t;

void __dovetail_copy(void *to, const void *from, size_t n);
void __dovetail_fill(void *to, int byte, size_t n);
void *__dovetail_allocate(size_t n);
int __dovetail_choice(void);
int tolower(int c);

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

void *memset(void *to, int byte, size_t n) {
    __dovetail_fill(to, byte, n);
    return to;
}

void *memcpy(void *to, const void *from, size_t n) {
    __dovetail_copy(to, from, n);
    return to;
}

void *mempcpy(void *to, const void *from, size_t n) {
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

int bcmp(const void *left, const void *right, size_t n) {
    return memcmp(left, right, n);
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
    stpcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *to, const char *from, size_t n) {
    char *end = to + strlen(to);
    size_t i = 0;
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

char *strndup(const char *s, size_t limit) {
    size_t n = strnlen(s, limit);
    char *copy = __dovetail_allocate(n + 1);
    if (copy == 0)
        return 0;
    __dovetail_copy(copy, s, n);
    copy[n] = 0;
    return copy;
}

char *strdup(const char *s) {
    size_t n = strlen(s) + 1;
    char *copy = __dovetail_allocate(n);
    if (copy == 0)
        return 0;
    __dovetail_copy(copy, s, n);
    return copy;
}

char *strsep(char **rest, const char *separators) {
    char *token = *rest;
    if (token == 0)
        return 0;
    char *end = token + strcspn(token, separators);
    if (*end != 0) {
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
        return 0;
    s += strspn(s, separators);
    if (*s == 0) {
        *rest = s;
        return 0;
    }
    char *end = s + strcspn(s, separators);
    *rest = end;
    if (*end != 0) {
        *end = 0;
        *rest = end + 1;
    }
    return s;
}

char *strtok(char *s, const char *separators) {
    static char *rest;
    return strtok_r(s, separators, &rest);
}
