/* Models of <stdlib.h>, of <malloc.h>, and of <errno.h>'s location.
 *
 * malloc succeeds (SV-COMP's convention), unless the user says that it may fail (__dovetail_allocate is null then, as an
 * input says), but of nothing it gives null or a block of nothing, whichever it likes;
 * calloc fails only where the product of its arguments does not fit. realloc(p, 0) is refused: libraries differ. An
 * alignment that is no power of two is refused, as the manual says. abort is lowered by the front end itself. What
 * else <stdlib.h> has is in arithmetic.c, bits.c, environment.c, exit.c, multibyte.c and random.c.
 */

typedef __SIZE_TYPE__ size_t;

void __dovetail_copy(void *to, const void *from, size_t n);
void __dovetail_fill(void *to, int byte, size_t n);
void *__dovetail_allocate(size_t n);
void *__dovetail_allocate_zeroed(size_t n);
void *__dovetail_allocate_aligned(size_t alignment, size_t n);
void __dovetail_free(void *block);
size_t __dovetail_object_size(const void *block);
int __dovetail_choice(void);
void __dovetail_unsupported(const char *reason);
void *memalign(size_t alignment, size_t n);
void __dovetail_apart(const void *a, size_t n, const void *b, size_t m);

int *__errno_location(void) {
    static int errno;
    return &errno;
}

/* Where allocations may fail and one does. */
void __dovetail_out_of_memory(void) {
    *__errno_location() = 12; /* ENOMEM */
}

void *malloc(size_t n) {
    if (n == 0 && __dovetail_choice() == 0)
        return 0;
    return __dovetail_allocate(n);
}

static int __dovetail_power_of_two(size_t n) {
    return n != 0 && (n & (n - 1)) == 0;
}

void *aligned_alloc(size_t alignment, size_t n) {
    if (!__dovetail_power_of_two(alignment) || n % alignment != 0)
        __dovetail_unsupported("aligned_alloc of a size that is no multiple of its alignment, or of no alignment");
    return memalign(alignment, n);
}

void *memalign(size_t alignment, size_t n) {
    if (!__dovetail_power_of_two(alignment)) {
        *__errno_location() = 22; /* EINVAL */
        return 0;
    }
    if (alignment > 1ul << 30)
        __dovetail_unsupported("an alignment of more than 2^30");
    if (n == 0 && __dovetail_choice() == 0)
        return 0;
    return __dovetail_allocate_aligned(alignment, n);
}

void *valloc(size_t n) {
    return memalign(4096, n);
}

void *pvalloc(size_t n) {
    if (n > (size_t)-1 - 4095) {
        *__errno_location() = 12; /* ENOMEM */
        return 0;
    }
    return memalign(4096, (n + 4095) & ~(size_t)4095);
}

/* Where it fails, what is at `block` is left alone (Linux) or is null (POSIX 2024). errno is not set, but a malloc inside
 * may have done so. */
int posix_memalign(void **block, size_t alignment, size_t n) {
    int before = *__errno_location();
    int fits = __dovetail_power_of_two(alignment) && alignment % sizeof(void *) == 0;
    void *made = fits ? memalign(alignment, n) : 0;
    if (fits && (made != 0 || n == 0)) {
        *block = made;
        return 0;
    }
    if (__dovetail_choice() != 0)
        *__errno_location() = before;
    if (__dovetail_choice() != 0)
        *block = 0;
    return fits ? 12 : 22; /* ENOMEM, EINVAL */
}

/* A product of nothing is nothing: as malloc(0). */
void *calloc(size_t count, size_t size) {
    if (size != 0 && count > (size_t)-1 / size) {
        __dovetail_out_of_memory();
        return 0;
    }
    if (count * size == 0 && __dovetail_choice() == 0)
        return 0;
    return __dovetail_allocate_zeroed(count * size);
}

void free(void *block) {
    if (block != 0)
        __dovetail_free(block);
}

void *realloc(void *block, size_t n) {
    if (block == 0)
        return malloc(n);
    if (n == 0)
        __dovetail_unsupported("realloc to nothing: libraries differ in what it does, and C23 leaves it undefined");
    size_t old = __dovetail_object_size(block);
    void *moved = __dovetail_allocate(n);
    if (moved == 0)
        return 0;
    __dovetail_copy(moved, block, old < n ? old : n);
    __dovetail_free(block);
    return moved;
}

void *reallocarray(void *block, size_t count, size_t size) {
    if (size != 0 && count > (size_t)-1 / size) {
        __dovetail_out_of_memory();
        return 0;
    }
    return realloc(block, count * size);
}

/* The value of c as a digit, or 36, which is no digit in any base. */
static unsigned __dovetail_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 36;
}

/* strtol and its kin. Returns the number as an unsigned one, negated if there was a minus. `most` is the largest
 * magnitude without a minus, `least` the largest with one, and what an overflow gives is `most` or `-least`. The
 * product is formed in two halves, because a 64-bit division needs a library function on a 32-bit machine. */
static unsigned long long __dovetail_number(const char *s, char **end, int base, unsigned long long most,
                                            unsigned long long least) {
    const char *at = s;
    unsigned long long value = 0;
    int negative = 0;
    int digits = 0;
    int overflow = 0;
    if (base < 0 || base == 1 || base > 36) {
        if (end != 0 && __dovetail_choice() != 0)
            *end = (char *)s;
        *__errno_location() = 22; /* EINVAL */
        return 0;
    }
    while (*at == ' ' || (*at >= '\t' && *at <= '\r'))
        at++;
    if (*at == '+' || *at == '-') {
        negative = *at == '-';
        at++;
    }
    if ((base == 0 || base == 2) && at[0] == '0' && (at[1] | 32) == 'b' && __dovetail_digit(at[2]) < 2)
        __dovetail_unsupported("a number that begins with 0b, which C23 reads and C11 does not");
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && __dovetail_digit(at[2]) < 16) {
        at += 2;
        base = 16;
    }
    if (base == 0)
        base = *at == '0' ? 8 : 10;
    for (; __dovetail_digit(*at) < (unsigned)base; at++) {
        unsigned long long low = (value & 0xffffffffu) * (unsigned)base + __dovetail_digit(*at);
        unsigned long long high = (value >> 32) * (unsigned)base + (low >> 32);
        digits = 1;
        overflow = overflow || (high >> 32) != 0;
        value = (high << 32) | (low & 0xffffffffu);
    }
    if (end != 0) {
        __dovetail_apart(end, sizeof *end, s, (size_t)(at - s) + 1);
        *end = (char *)(digits ? at : s);
    }
    if (!digits) { /* of this POSIX says that errno may be EINVAL */
        if (__dovetail_choice() != 0)
            *__errno_location() = 22;
        return 0;
    }
    if (overflow || value > (negative ? least : most)) {
        *__errno_location() = 34; /* ERANGE */
        value = negative ? least : most;
        /* strtoul and strtoull give the largest number, with a minus too */
        return negative && least != most ? 0 - value : value;
    }
    return negative ? 0 - value : value;
}

long strtol(const char *s, char **end, int base) {
    return (long)__dovetail_number(s, end, base, __LONG_MAX__, __LONG_MAX__ + 1ull);
}

unsigned long strtoul(const char *s, char **end, int base) {
    return (unsigned long)__dovetail_number(s, end, base, __LONG_MAX__ * 2ull + 1, __LONG_MAX__ * 2ull + 1);
}

long long strtoll(const char *s, char **end, int base) {
    return (long long)__dovetail_number(s, end, base, __LONG_LONG_MAX__, __LONG_LONG_MAX__ + 1ull);
}

unsigned long long strtoull(const char *s, char **end, int base) {
    return __dovetail_number(s, end, base, (unsigned long long)-1, (unsigned long long)-1);
}

__INTMAX_TYPE__ strtoimax(const char *s, char **end, int base) {
    return strtoll(s, end, base);
}

__UINTMAX_TYPE__ strtoumax(const char *s, char **end, int base) {
    return strtoull(s, end, base);
}

/* The names under which headers of glibc 2.38 and later declare them. */
long __isoc23_strtol(const char *s, char **end, int base) {
    return strtol(s, end, base);
}

unsigned long __isoc23_strtoul(const char *s, char **end, int base) {
    return strtoul(s, end, base);
}

long long __isoc23_strtoll(const char *s, char **end, int base) {
    return strtoll(s, end, base);
}

unsigned long long __isoc23_strtoull(const char *s, char **end, int base) {
    return strtoull(s, end, base);
}

/* atoi and its kin: what does not fit is undefined, and each library makes something else of it. errno may or may not be
 * set. */
static long long __dovetail_fitting(const char *s, long long most) {
    int before = *__errno_location();
    long long value;
    *__errno_location() = 0;
    value = (long long)__dovetail_number(s, 0, 10, most, most + 1ull);
    if (*__errno_location() == 34)
        __dovetail_unsupported("a number that does not fit: undefined in atoi and its kin");
    if (*__errno_location() == 0)
        *__errno_location() = before;
    return value;
}

int atoi(const char *s) {
    return (int)__dovetail_fitting(s, __INT_MAX__);
}

long atol(const char *s) {
    return (long)__dovetail_fitting(s, __LONG_MAX__);
}

long long atoll(const char *s) {
    return __dovetail_fitting(s, __LONG_LONG_MAX__);
}

/* In pieces, so that no memory is needed for one element; each piece is a multiple of a pointer's size. */
static void __dovetail_swap(char *a, char *b, size_t width) {
    char held[32] = {0};
    for (size_t done = 0; done < width; done += sizeof held) {
        size_t n = width - done < sizeof held ? width - done : sizeof held;
        __dovetail_copy(held, a + done, n);
        __dovetail_copy(a + done, b + done, n);
        __dovetail_copy(b + done, held, n);
    }
}

/* Insertion: the fewest comparisons on the short arrays that are analysed. Elements that compare equal come in any
 * order: each may go before those that were there. */
void qsort(void *base, size_t count, size_t width, int (*compare)(const void *, const void *)) {
    char *elements = base;
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0; j--) {
            char *right = elements + j * width;
            int order = compare(right - width, right);
            if (order < 0 || (order == 0 && __dovetail_choice() == 0))
                break;
            __dovetail_swap(right - width, right, width);
        }
}

void qsort_r(void *base, size_t count, size_t width, int (*compare)(const void *, const void *, void *), void *given) {
    char *elements = base;
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0; j--) {
            char *right = elements + j * width;
            int order = compare(right - width, right, given);
            if (order < 0 || (order == 0 && __dovetail_choice() == 0))
                break;
            __dovetail_swap(right - width, right, width);
        }
}

void *bsearch(const void *key, const void *base, size_t count, size_t width,
              int (*compare)(const void *, const void *)) {
    size_t low = 0;
    size_t high = count;
    size_t any = (unsigned)__dovetail_choice();
    if (any < count) { /* of several that compare equal, any may be found */
        const char *chosen = (const char *)base + any * width;
        if (compare(key, chosen) == 0)
            return (void *)chosen;
    }
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *element = (const char *)base + middle * width;
        int order = compare(key, element);
        if (order == 0)
            return (void *)element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}
