/* Models of the calendar of <time.h>: seconds since 1970 and dates, in UTC and in local time.
 *
 * Local time is UTC and an offset that the run chooses once, of less than 25 hours; that it does not change with the date
 * (no daylight saving time) is a bound, and is listed as one. A date that does not fit gives null or -1 and EOVERFLOW. On a
 * 32-bit machine there are two sets of functions: time_t is long for those with the plain names (glibc), and long long
 * for the others, which musl's headers mean.
 */

typedef __SIZE_TYPE__ size_t;
typedef long long seconds_t;

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

int __dovetail_choice(void);
void __dovetail_unsupported(const char *reason);
void __dovetail_apart(const void *a, size_t n, const void *b, size_t m);
int *__errno_location(void);

/* The quotient that goes with a rest from 0 to by - 1. */
static seconds_t __dovetail_floor(seconds_t n, int by) {
    seconds_t q = n / by;
    return n % by < 0 ? q - 1 : q;
}

/* Days from 1970-01-01 to the first of March of that year of the calendar that begins in March. */
static seconds_t __dovetail_march(seconds_t year) {
    return 365 * year + __dovetail_floor(year, 4) - __dovetail_floor(year, 100) + __dovetail_floor(year, 400) - 719468;
}

/* Days before a month in that year, which is March for 0. */
static int __dovetail_before_month(int month) {
    return (153 * month + 2) / 5;
}

static seconds_t __dovetail_days(seconds_t year, int month) {
    return month >= 2 ? __dovetail_march(year) + __dovetail_before_month(month - 2)
                      : __dovetail_march(year - 1) + __dovetail_before_month(month + 10);
}

/* The second as a date; 0 if its year does not fit. */
static int __dovetail_date(seconds_t second, struct tm *to) {
    seconds_t day = __dovetail_floor(second, 86400);
    int rest = (int)(second - day * 86400);
    seconds_t shifted = day + 719468;
    seconds_t era = __dovetail_floor(shifted, 146097);
    int in_era = (int)(shifted - era * 146097);
    int year_of_era = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
    int in_year = in_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int month = (5 * in_year + 2) / 153;
    seconds_t year = era * 400 + year_of_era + (month >= 10);
    if (year - 1900 > __INT_MAX__ || year - 1900 < -__INT_MAX__ - 1ll)
        return 0;
    to->tm_sec = rest % 60;
    to->tm_min = rest / 60 % 60;
    to->tm_hour = rest / 3600;
    to->tm_mday = in_year - __dovetail_before_month(month) + 1;
    to->tm_mon = month >= 10 ? month - 10 : month + 2;
    to->tm_year = (int)(year - 1900);
    to->tm_wday = (int)(day + 4 - 7 * __dovetail_floor(day + 4, 7));
    to->tm_yday = (int)(day - __dovetail_days(year, 0));
    to->tm_isdst = 0;
    return 1;
}

/* Any fields, in or out of their ranges, as a second. */
static seconds_t __dovetail_second(const struct tm *from) {
    seconds_t years = __dovetail_floor(from->tm_mon, 12);
    seconds_t days = __dovetail_days(1900ll + from->tm_year + years, (int)(from->tm_mon - 12 * years));
    days += from->tm_mday - 1ll;
    return days * 86400 + from->tm_hour * 3600ll + from->tm_min * 60ll + from->tm_sec;
}

static int __dovetail_offset(void) {
    static int chosen, offset;
    if (!chosen) {
        int any = __dovetail_choice();
        chosen = 1;
        offset = any > -90000 && any < 90000 ? any : 0;
    }
    return offset;
}

/* Its name is anybody's guess, but has at least three characters. */
static const char *__dovetail_zone(int local) {
    static char names[2][8];
    if (names[local][0] == 0)
        for (int i = 0; i < 3; i++) {
            char any = (char)__dovetail_choice();
            names[local][i] = (any >= 'A' && any <= 'Z') || (any >= 'a' && any <= 'z') ? any : 'U';
        }
    return names[local];
}

static struct tm *__dovetail_broken_down(seconds_t second, int local, struct tm *to) {
    int offset = local ? __dovetail_offset() : 0;
    if ((offset > 0 && second > __LONG_LONG_MAX__ - offset) || (offset < 0 && second < -__LONG_LONG_MAX__ - offset) ||
        !__dovetail_date(second + offset, to)) {
        *__errno_location() = 75; /* EOVERFLOW */
        return 0;
    }
    to->tm_gmtoff = offset;
    to->tm_zone = __dovetail_zone(local);
    return to;
}

/* Which of two: C lets the results of several calls be in one object, or in different ones. */
static int __dovetail_other(int *used) {
    int other = *used && __dovetail_choice() != 0;
    *used = 1;
    return other;
}

static struct tm *__dovetail_static_date(void) {
    static struct tm one, another;
    static int used;
    return __dovetail_other(&used) ? &another : &one;
}

struct tm *gmtime_r(const long *time, struct tm *to) {
    __dovetail_apart(to, sizeof *to, time, sizeof *time);
    return __dovetail_broken_down(*time, 0, to);
}

struct tm *localtime_r(const long *time, struct tm *to) {
    __dovetail_apart(to, sizeof *to, time, sizeof *time);
    return __dovetail_broken_down(*time, 1, to);
}

struct tm *gmtime(const long *time) {
    return gmtime_r(time, __dovetail_static_date());
}

struct tm *localtime(const long *time) {
    return localtime_r(time, __dovetail_static_date());
}

struct tm *__gmtime64_r(const seconds_t *time, struct tm *to) {
    __dovetail_apart(to, sizeof *to, time, sizeof *time);
    return __dovetail_broken_down(*time, 0, to);
}

struct tm *__localtime64_r(const seconds_t *time, struct tm *to) {
    __dovetail_apart(to, sizeof *to, time, sizeof *time);
    return __dovetail_broken_down(*time, 1, to);
}

struct tm *__gmtime64(const seconds_t *time) {
    return __gmtime64_r(time, __dovetail_static_date());
}

struct tm *__localtime64(const seconds_t *time) {
    return __localtime64_r(time, __dovetail_static_date());
}

/* The fields are put into their ranges. */
static seconds_t __dovetail_normalised(struct tm *date, int local, seconds_t most) {
    seconds_t second;
    if (local && date->tm_isdst > 0)
        __dovetail_unsupported("mktime with daylight saving time in effect");
    second = __dovetail_second(date) - (local ? __dovetail_offset() : 0);
    struct tm made = *date;
    if (second > most || second < -most - 1 || __dovetail_broken_down(second, local, &made) == 0) {
        if (__dovetail_choice() != 0)
            __dovetail_unsupported("what mktime leaves of a date that does not fit");
        *__errno_location() = 75; /* EOVERFLOW */
        return -1;
    }
    *date = made;
    return second;
}

long mktime(struct tm *date) {
    return (long)__dovetail_normalised(date, 1, __LONG_MAX__);
}

long timelocal(struct tm *date) {
    return mktime(date);
}

long timegm(struct tm *date) {
    return (long)__dovetail_normalised(date, 0, __LONG_MAX__);
}

seconds_t __mktime64(struct tm *date) {
    return __dovetail_normalised(date, 1, __LONG_LONG_MAX__);
}

seconds_t __timegm_time64(struct tm *date) {
    return __dovetail_normalised(date, 0, __LONG_LONG_MAX__);
}

double __difftime64(seconds_t later, seconds_t earlier) {
    if (later < earlier)
        return -(double)((unsigned long long)earlier - (unsigned long long)later);
    return (double)((unsigned long long)later - (unsigned long long)earlier);
}

double difftime(long later, long earlier) {
    return __difftime64(later, earlier);
}

static void __dovetail_two_digits(char *to, int n, char pad) {
    to[0] = n < 10 ? pad : (char)('0' + n / 10);
    to[1] = (char)('0' + n % 10);
}

/* "Sun Sep 16 01:03:52 1973\n"; what does not fit that is undefined. */
char *asctime_r(const struct tm *date, char *to) {
    static const char days[] = "SunMonTueWedThuFriSat";
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    int year = date->tm_year;
    __dovetail_apart(to, 26, date, sizeof *date);
    if (date->tm_wday < 0 || date->tm_wday > 6 || date->tm_mon < 0 || date->tm_mon > 11 || date->tm_mday < 1 ||
        date->tm_mday > 31 || date->tm_hour < 0 || date->tm_hour > 23 || date->tm_min < 0 || date->tm_min > 59 ||
        date->tm_sec < 0 || date->tm_sec > 60 || year < -900 || year > 9999 - 1900)
        __dovetail_unsupported("asctime of a date that has no such form");
    year += 1900;
    for (int i = 0; i < 3; i++) {
        to[i] = days[3 * date->tm_wday + i];
        to[4 + i] = months[3 * date->tm_mon + i];
    }
    to[3] = to[7] = to[10] = to[19] = ' ';
    to[13] = to[16] = ':';
    __dovetail_two_digits(to + 8, date->tm_mday, ' ');
    __dovetail_two_digits(to + 11, date->tm_hour, '0');
    __dovetail_two_digits(to + 14, date->tm_min, '0');
    __dovetail_two_digits(to + 17, date->tm_sec, '0');
    __dovetail_two_digits(to + 20, year / 100, '0');
    __dovetail_two_digits(to + 22, year % 100, '0');
    to[24] = '\n';
    to[25] = 0;
    return to;
}

char *asctime(const struct tm *date) {
    static char one[26], another[26];
    static int used;
    return asctime_r(date, __dovetail_other(&used) ? another : one);
}

char *ctime_r(const long *time, char *to) {
    struct tm date = {0};
    __dovetail_apart(to, 26, time, sizeof *time);
    return localtime_r(time, &date) == 0 ? 0 : asctime_r(&date, to);
}

char *ctime(const long *time) {
    struct tm *date = localtime(time);
    return date == 0 ? 0 : asctime(date);
}

char *__ctime64_r(const seconds_t *time, char *to) {
    struct tm date = {0};
    __dovetail_apart(to, 26, time, sizeof *time);
    return __localtime64_r(time, &date) == 0 ? 0 : asctime_r(&date, to);
}

char *__ctime64(const seconds_t *time) {
    struct tm *date = __localtime64(time);
    return date == 0 ? 0 : asctime(date);
}

/* Which templates the file has that DATEMSK names is not known: any date, or any reason why there is none. */
int getdate_err;

static struct tm __dovetail_read_date;

static int __dovetail_within(int least, int most) {
    int n = __dovetail_choice();
    return n < least || n > most ? least : n;
}

struct tm *getdate(const char *text) {
    const char *end = text;
    struct tm *date = &__dovetail_read_date;
    while (*end)
        end++;
    if (!__dovetail_choice()) {
        getdate_err = __dovetail_within(1, 8);
        return 0;
    }
    date->tm_sec = __dovetail_within(0, 60);
    date->tm_min = __dovetail_within(0, 59);
    date->tm_hour = __dovetail_within(0, 23);
    date->tm_mday = __dovetail_within(1, 31);
    date->tm_mon = __dovetail_within(0, 11);
    date->tm_year = __dovetail_choice();
    date->tm_wday = __dovetail_within(0, 6);
    date->tm_yday = __dovetail_within(0, 365);
    date->tm_isdst = __dovetail_within(-1, 1);
    date->tm_gmtoff = __dovetail_choice();
    date->tm_zone = __dovetail_zone(1);
    return date;
}
