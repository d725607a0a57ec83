/* Models of the clocks of <time.h> and <sys/time.h>: they say anything that a clock may say.
 *
 * Those that cannot be set do not go back (CLOCK_MONOTONIC and its kin, and the processor's time). Sleeping takes no time
 * that anyone would notice, since the next look at a clock finds any time at all. On a 32-bit machine there are two sets of
 * functions, as in calendar.c.
 */

typedef long long seconds_t;

int __dovetail_choice(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
long long __VERIFIER_nondet_longlong(void);
int *__errno_location(void);
void __dovetail_apart(const void *a, __SIZE_TYPE__ n, const void *b, __SIZE_TYPE__ m);

struct timespec {
    long tv_sec, tv_nsec;
};

struct timeval {
    long tv_sec, tv_usec;
};

struct __dovetail_timespec64 {
    seconds_t tv_sec;
    long tv_nsec;
#if __SIZEOF_LONG__ == 4
    int padding;
#endif
};

struct __dovetail_timeval64 {
    seconds_t tv_sec;
    seconds_t tv_usec;
};

long time(long *to) {
    long now = __VERIFIER_nondet_long();
    if (to != 0)
        *to = now;
    return now;
}

seconds_t __time64(seconds_t *to) {
    seconds_t now = __VERIFIER_nondet_longlong();
    if (to != 0)
        *to = now;
    return now;
}

/* Of the processor's time, or -1 if there is no telling. It only grows, but where long is narrow it soon starts again. */
long clock(void) {
    static long last;
    long now = __VERIFIER_nondet_long();
    if (sizeof now > 4 && now < last)
        return now == -1 ? -1 : last;
    last = now;
    return now;
}

static int __dovetail_fails(int number) {
    *__errno_location() = number;
    return -1;
}

static int __dovetail_below(int most) {
    int any = __VERIFIER_nondet_int();
    return any >= 0 && any < most ? any : 0;
}

/* A clock that cannot be set starts anywhere and goes on from where it was. 0 if there is no such clock. */
static int __dovetail_now(int id, seconds_t *second, int *nanosecond) {
    static seconds_t last[12];
    static int part[12];
    if (id < 0 || id > 11 || (id != 0 && __dovetail_choice() == 0))
        return 0;
    *second = __VERIFIER_nondet_longlong();
    *nanosecond = __dovetail_below(1000000000);
    if (id == 0 || id == 5 || id == 8 || id == 11) /* the time of day can be set */
        return 1;
    if (*second < last[id] || (*second == last[id] && *nanosecond < part[id])) {
        *second = last[id];
        *nanosecond = part[id];
    }
    last[id] = *second;
    part[id] = *nanosecond;
    return 1;
}

int clock_gettime(int id, struct timespec *to) {
    seconds_t second = 0;
    int nanosecond = 0;
    if (!__dovetail_now(id, &second, &nanosecond))
        return __dovetail_fails(22); /* EINVAL */
    if (second > __LONG_MAX__ || second < -__LONG_MAX__ - 1ll)
        return __dovetail_fails(75); /* EOVERFLOW */
    to->tv_sec = (long)second;
    to->tv_nsec = nanosecond;
    return 0;
}

int __clock_gettime64(int id, struct __dovetail_timespec64 *to) {
    seconds_t second = 0;
    int nanosecond = 0;
    if (!__dovetail_now(id, &second, &nanosecond))
        return __dovetail_fails(22); /* EINVAL */
    to->tv_sec = second;
    to->tv_nsec = nanosecond;
    return 0;
}

int clock_getres(int id, struct timespec *to) {
    if (id < 0 || id > 11 || (id != 0 && __dovetail_choice() == 0))
        return __dovetail_fails(22); /* EINVAL */
    if (to != 0) {
        to->tv_sec = __dovetail_below(2);
        to->tv_nsec = __dovetail_below(1000000000);
    }
    return 0;
}

int __clock_getres_time64(int id, struct __dovetail_timespec64 *to) {
    if (id < 0 || id > 11 || (id != 0 && __dovetail_choice() == 0))
        return __dovetail_fails(22); /* EINVAL */
    if (to != 0) {
        to->tv_sec = __dovetail_below(2);
        to->tv_nsec = __dovetail_below(1000000000);
    }
    return 0;
}

/* Mostly one is not allowed to. */
static int __dovetail_set_clock(int id, long nanosecond) {
    if (id != 0 || nanosecond < 0 || nanosecond > 999999999)
        return __dovetail_fails(22); /* EINVAL */
    return __dovetail_choice() == 0 ? 0 : __dovetail_fails(1); /* EPERM */
}

int clock_settime(int id, const struct timespec *to) {
    return __dovetail_set_clock(id, to->tv_nsec);
}

int __clock_settime64(int id, const struct __dovetail_timespec64 *to) {
    return __dovetail_set_clock(id, to->tv_nsec);
}

int timespec_get(struct timespec *to, int base) {
    seconds_t second = 0;
    int nanosecond = 0;
    if (base != 1 || __dovetail_choice() == 0 || !__dovetail_now(0, &second, &nanosecond))
        return 0;
    if (second > __LONG_MAX__ || second < -__LONG_MAX__ - 1ll)
        return 0;
    to->tv_sec = (long)second;
    to->tv_nsec = nanosecond;
    return base;
}

int __timespec_get_time64(struct __dovetail_timespec64 *to, int base) {
    seconds_t second = 0;
    int nanosecond = 0;
    if (base != 1 || __dovetail_choice() == 0 || !__dovetail_now(0, &second, &nanosecond))
        return 0;
    to->tv_sec = second;
    to->tv_nsec = nanosecond;
    return base;
}

int gettimeofday(struct timeval *to, void *zone) {
    if (to != 0 && zone != 0)
        __dovetail_apart(to, sizeof *to, zone, 2 * sizeof(int));
    if (to != 0) {
        to->tv_sec = __VERIFIER_nondet_long();
        to->tv_usec = __dovetail_below(1000000);
    }
    if (zone != 0) {
        ((int *)zone)[0] = __VERIFIER_nondet_int();
        ((int *)zone)[1] = __VERIFIER_nondet_int();
    }
    return 0;
}

int __gettimeofday_time64(struct __dovetail_timeval64 *to, void *zone) {
    if (to != 0 && zone != 0)
        __dovetail_apart(to, sizeof *to, zone, 2 * sizeof(int));
    if (to != 0) {
        to->tv_sec = __VERIFIER_nondet_longlong();
        to->tv_usec = __dovetail_below(1000000);
    }
    if (zone != 0) {
        ((int *)zone)[0] = __VERIFIER_nondet_int();
        ((int *)zone)[1] = __VERIFIER_nondet_int();
    }
    return 0;
}

/* 0, or the number of an error. A signal may come before it is over: then so much is left, at most. */
static int __dovetail_sleep(seconds_t second, long nanosecond, seconds_t *left, int *left_part) {
    if (second < 0 || nanosecond < 0 || nanosecond > 999999999)
        return 22; /* EINVAL */
    if (__dovetail_choice() == 0)
        return 0;
    *left = __VERIFIER_nondet_longlong();
    *left_part = __dovetail_below(1000000000);
    if (*left < 0 || *left > second || (*left == second && *left_part > nanosecond)) {
        *left = second;
        *left_part = (int)nanosecond;
    }
    return 4; /* EINTR */
}

int nanosleep(const struct timespec *wanted, struct timespec *left) {
    seconds_t second = 0;
    int part = 0;
    int number = __dovetail_sleep(wanted->tv_sec, wanted->tv_nsec, &second, &part);
    if (number == 4 && left != 0) {
        left->tv_sec = (long)second;
        left->tv_nsec = part;
    }
    return number == 0 ? 0 : __dovetail_fails(number);
}

int __nanosleep_time64(const struct __dovetail_timespec64 *wanted, struct __dovetail_timespec64 *left) {
    seconds_t second = 0;
    int part = 0;
    int number = __dovetail_sleep(wanted->tv_sec, wanted->tv_nsec, &second, &part);
    if (number == 4 && left != 0) {
        left->tv_sec = second;
        left->tv_nsec = part;
    }
    return number == 0 ? 0 : __dovetail_fails(number);
}
