/* Models of the generators of numbers of <stdlib.h>.
 *
 * What rand and random give is anything from 0 to RAND_MAX (2147483647 in glibc and musl). The same seed again would give
 * the same numbers again, and so a program that sets one twice is not understood, unless the two are different. rand_r
 * gives, and leaves behind, any number; from the same seed the same.
 *
 * drand48 and its kin are defined to the bit, but for what they start with.
 */

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void __dovetail_unsupported(const char *reason);

/* Seeds: the first is 1, the program may set two others. */
static int __dovetail_rand_drawn, __dovetail_rand_sown;
static unsigned __dovetail_rand_seed;

int rand(void) {
    __dovetail_rand_drawn = 1;
    return __VERIFIER_nondet_int() & 0x7fffffff;
}

void srand(unsigned seed) {
    if (__dovetail_rand_sown == 2)
        __dovetail_unsupported("more than two seeds, of which two may be the same");
    if ((__dovetail_rand_drawn && seed == 1) || (__dovetail_rand_sown == 1 && seed == __dovetail_rand_seed))
        __dovetail_unsupported("the same seed again, which gives the same numbers again");
    __dovetail_rand_seed = seed;
    __dovetail_rand_sown++;
}

static int __dovetail_random_drawn, __dovetail_random_sown;
static unsigned __dovetail_random_seed;

long random(void) {
    __dovetail_random_drawn = 1;
    return __VERIFIER_nondet_int() & 0x7fffffff;
}

void srandom(unsigned seed) {
    if (__dovetail_random_sown == 2)
        __dovetail_unsupported("more than two seeds, of which two may be the same");
    if ((__dovetail_random_drawn && seed == 1) || (__dovetail_random_sown == 1 && seed == __dovetail_random_seed))
        __dovetail_unsupported("the same seed again, which gives the same numbers again");
    __dovetail_random_seed = seed;
    __dovetail_random_sown++;
}

/* A seed is set once and then left to rand_r, or set to what it was before. */
int rand_r(unsigned *seed) {
    static int called, given;
    static unsigned from, left;
    unsigned now = *seed;
    if (called && now == from) {
        *seed = left;
        return given;
    }
    if (called && now != left)
        __dovetail_unsupported("rand_r with several seeds, of which two may be the same");
    called = 1;
    from = now;
    left = __VERIFIER_nondet_uint();
    given = __VERIFIER_nondet_int() & 0x7fffffff;
    *seed = left;
    return given;
}

typedef unsigned long long u64;
typedef unsigned short u16;

/* The number of 48 bits, the factor, and what is added. */
static u64 __dovetail_x48, __dovetail_a48 = 0x5deece66d;
static u16 __dovetail_c48 = 11, __dovetail_old48[3];
static int __dovetail_started48;

static u64 __dovetail_packed(const u16 x[3]) {
    return x[0] | (u64)x[1] << 16 | (u64)x[2] << 32;
}

static u64 __dovetail_next48(u64 x) {
    return (x * __dovetail_a48 + __dovetail_c48) & 0xffffffffffff;
}

/* Without a seed it starts with what the library likes. */
static u64 __dovetail_own48(void) {
    if (!__dovetail_started48) {
        __dovetail_started48 = 1;
        __dovetail_x48 = __VERIFIER_nondet_uint() | (u64)(__VERIFIER_nondet_uint() & 0xffff) << 32;
    }
    __dovetail_x48 = __dovetail_next48(__dovetail_x48);
    return __dovetail_x48;
}

static u64 __dovetail_given48(u16 x[3]) {
    u64 next = __dovetail_next48(__dovetail_packed(x));
    x[0] = (u16)next;
    x[1] = (u16)(next >> 16);
    x[2] = (u16)(next >> 32);
    return next;
}

static double __dovetail_fraction48(u64 x) {
    return (double)(long long)x / 281474976710656.0;
}

static long __dovetail_signed48(u64 x) {
    return (int)(unsigned)(x >> 16);
}

double drand48(void) {
    return __dovetail_fraction48(__dovetail_own48());
}

double erand48(u16 x[3]) {
    return __dovetail_fraction48(__dovetail_given48(x));
}

long lrand48(void) {
    return (long)(__dovetail_own48() >> 17);
}

long nrand48(u16 x[3]) {
    return (long)(__dovetail_given48(x) >> 17);
}

long mrand48(void) {
    return __dovetail_signed48(__dovetail_own48());
}

long jrand48(u16 x[3]) {
    return __dovetail_signed48(__dovetail_given48(x));
}

static void __dovetail_standard48(void) {
    __dovetail_started48 = 1;
    __dovetail_a48 = 0x5deece66d;
    __dovetail_c48 = 11;
}

void srand48(long seed) {
    __dovetail_standard48();
    __dovetail_x48 = 0x330e | (u64)((unsigned long)seed & 0xffffffff) << 16;
}

u16 *seed48(u16 x[3]) {
    u64 old = __dovetail_x48;
    if (!__dovetail_started48)
        old = __VERIFIER_nondet_uint() | (u64)(__VERIFIER_nondet_uint() & 0xffff) << 32;
    __dovetail_standard48();
    __dovetail_x48 = __dovetail_packed(x);
    __dovetail_old48[0] = (u16)old;
    __dovetail_old48[1] = (u16)(old >> 16);
    __dovetail_old48[2] = (u16)(old >> 32);
    return __dovetail_old48;
}

void lcong48(u16 p[7]) {
    __dovetail_started48 = 1;
    __dovetail_x48 = __dovetail_packed(p);
    __dovetail_a48 = __dovetail_packed(p + 3);
    __dovetail_c48 = p[6];
}
