/* Model of strftime in the C locale, with the conversions of C and %z. What a field out of its range would give, and what
 * libraries add, is not modelled. */

typedef __SIZE_TYPE__ size_t;

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

void __dovetail_unsupported(const char *reason);
void __VERIFIER_nondet_memory(void *at, size_t n);
void __dovetail_apart(const void *a, size_t n, const void *b, size_t m);

/* What is written must not overlap with what is read. The executor sees to it, in the native copy nobody asks. */
#ifdef __DOVETAIL__
int __dovetail_same_object(const void *a, const void *b);
#else
#define __dovetail_same_object(a, b) 0
#endif

#define MUCH ((size_t)-1 / 2)

struct __dovetail_text {
    char *to;
    size_t length, room;
    int full;
};

static void __dovetail_put(struct __dovetail_text *text, char c) {
    if (text->length + 1 < text->room) {
        text->to[text->length] = c;
        text->length++;
    } else {
        text->full = 1;
    }
}

static int __dovetail_within(int n, int least, int most) {
    if (n < least || n > most)
        __dovetail_unsupported("strftime of a date with a field out of its range");
    return n;
}

static void __dovetail_put_number(struct __dovetail_text *text, int n, int digits, char pad) {
    int unit = 1;
    for (int i = 1; i < digits; i++)
        unit *= 10;
    for (; unit > 0; unit /= 10)
        __dovetail_put(text, n < unit && unit > 1 ? pad : (char)('0' + n / unit % 10));
}

static void __dovetail_put_string(struct __dovetail_text *text, const char *s) {
    for (; *s != 0; s++)
        __dovetail_put(text, *s);
}

static int __dovetail_year(const struct tm *date) {
    return __dovetail_within(date->tm_year, 1000 - 1900, 9999 - 1900) + 1900;
}

static int __dovetail_days_of(int year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365;
}

/* The week of ISO 8601: that of its Thursday. */
static int __dovetail_week(const struct tm *date, int *year) {
    int thursday = __dovetail_within(date->tm_yday, 0, 365) - (__dovetail_within(date->tm_wday, 0, 6) + 6) % 7 + 3;
    *year = __dovetail_year(date);
    if (thursday < 0) {
        *year -= 1;
        thursday += __dovetail_days_of(*year);
    } else if (thursday >= __dovetail_days_of(*year)) {
        thursday -= __dovetail_days_of(*year);
        *year += 1;
    }
    return thursday / 7 + 1;
}

static const char *const __dovetail_day_names[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                   "Thursday", "Friday", "Saturday"};
static const char *const __dovetail_month_names[] = {"January", "February", "March",     "April",   "May",      "June",
                                                     "July",    "August",   "September", "October", "November", "December"};

static void __dovetail_put_name(struct __dovetail_text *text, const char *name, int whole) {
    for (int i = 0; name[i] != 0 && (whole || i < 3); i++)
        __dovetail_put(text, name[i]);
}

static void __dovetail_put_zone(struct __dovetail_text *text, const struct tm *date) {
    long offset = date->tm_gmtoff;
    if (date->tm_isdst < 0)
        return;
    if (offset <= -360000 || offset >= 360000)
        __dovetail_unsupported("strftime of a date with a field out of its range");
    __dovetail_put(text, offset < 0 ? '-' : '+');
    offset = (offset < 0 ? -offset : offset) / 60;
    __dovetail_put_number(text, (int)(offset / 60 * 100 + offset % 60), 4, '0');
}

/* A conversion that is one number or one name. */
static void __dovetail_put_field(struct __dovetail_text *text, char kind, const struct tm *date) {
    int year = 0, week;
    switch (kind) {
    case 'a':
    case 'A':
        __dovetail_put_name(text, __dovetail_day_names[__dovetail_within(date->tm_wday, 0, 6)], kind == 'A');
        return;
    case 'b':
    case 'h':
    case 'B':
        __dovetail_put_name(text, __dovetail_month_names[__dovetail_within(date->tm_mon, 0, 11)], kind == 'B');
        return;
    case 'C':
        __dovetail_put_number(text, __dovetail_year(date) / 100, 2, '0');
        return;
    case 'd':
    case 'e':
        __dovetail_put_number(text, __dovetail_within(date->tm_mday, 1, 31), 2, kind == 'd' ? '0' : ' ');
        return;
    case 'g':
    case 'G':
        week = __dovetail_week(date, &year);
        (void)week;
        if (kind == 'g')
            __dovetail_put_number(text, year % 100, 2, '0');
        else
            __dovetail_put_number(text, __dovetail_within(year, 1000, 9999), 4, '0');
        return;
    case 'H':
        __dovetail_put_number(text, __dovetail_within(date->tm_hour, 0, 23), 2, '0');
        return;
    case 'I':
        __dovetail_put_number(text, (__dovetail_within(date->tm_hour, 0, 23) + 11) % 12 + 1, 2, '0');
        return;
    case 'j':
        __dovetail_put_number(text, __dovetail_within(date->tm_yday, 0, 365) + 1, 3, '0');
        return;
    case 'm':
        __dovetail_put_number(text, __dovetail_within(date->tm_mon, 0, 11) + 1, 2, '0');
        return;
    case 'M':
        __dovetail_put_number(text, __dovetail_within(date->tm_min, 0, 59), 2, '0');
        return;
    case 'p':
        __dovetail_put_string(text, __dovetail_within(date->tm_hour, 0, 23) < 12 ? "AM" : "PM");
        return;
    case 'S':
        __dovetail_put_number(text, __dovetail_within(date->tm_sec, 0, 60), 2, '0');
        return;
    case 'u':
        __dovetail_put_number(text, (__dovetail_within(date->tm_wday, 0, 6) + 6) % 7 + 1, 1, '0');
        return;
    case 'w':
        __dovetail_put_number(text, __dovetail_within(date->tm_wday, 0, 6), 1, '0');
        return;
    case 'U':
        week = __dovetail_within(date->tm_yday, 0, 365) + 7 - __dovetail_within(date->tm_wday, 0, 6);
        __dovetail_put_number(text, week / 7, 2, '0');
        return;
    case 'W':
        week = __dovetail_within(date->tm_yday, 0, 365) + 7 - (__dovetail_within(date->tm_wday, 0, 6) + 6) % 7;
        __dovetail_put_number(text, week / 7, 2, '0');
        return;
    case 'V':
        __dovetail_put_number(text, __dovetail_week(date, &year), 2, '0');
        return;
    case 'y':
        __dovetail_put_number(text, __dovetail_year(date) % 100, 2, '0');
        return;
    case 'Y':
        __dovetail_put_number(text, __dovetail_year(date), 4, '0');
        return;
    case 'z':
        __dovetail_put_zone(text, date);
        return;
    case 'n':
        __dovetail_put(text, '\n');
        return;
    case 't':
        __dovetail_put(text, '\t');
        return;
    case '%':
        __dovetail_put(text, '%');
        return;
    default:
        __dovetail_unsupported("a conversion of strftime that is not modelled");
    }
}

/* What a conversion stands for that is made of others, or null. */
static const char *__dovetail_made_of(char kind) {
    switch (kind) {
    case 'c':
        return "a b e H:M:S Y";
    case 'D':
    case 'x':
        return "m/d/y";
    case 'F':
        return "Y-m-d";
    case 'r':
        return "I:M:S p";
    case 'R':
        return "H:M";
    case 'T':
    case 'X':
        return "H:M:S";
    default:
        return 0;
    }
}

/* Where it does not fit, 0, and the room may hold anything. */
size_t strftime(char *to, size_t room, const char *format, const struct tm *date) {
    struct __dovetail_text text = {to, 0, room, 0};
    if (room > 0) {
        size_t most = room < MUCH ? room : MUCH, length = 0;
        if (__dovetail_same_object(to, format)) {
            while (format[length] != 0)
                length++;
            __dovetail_apart(to, most, format, length + 1);
        }
        __dovetail_apart(to, most, date, sizeof *date);
    }
    for (; *format != 0; format++) {
        const char *parts;
        if (*format != '%') {
            __dovetail_put(&text, *format);
            continue;
        }
        format++;
        if (*format == 'E' || *format == 'O')
            format++;
        parts = __dovetail_made_of(*format);
        if (parts == 0) {
            __dovetail_put_field(&text, *format, date);
            continue;
        }
        for (; *parts != 0; parts++)
            if ((*parts >= 'a' && *parts <= 'z') || (*parts >= 'A' && *parts <= 'Z'))
                __dovetail_put_field(&text, *parts, date);
            else
                __dovetail_put(&text, *parts);
    }
    if (text.full || room == 0) {
        if (room > 0)
            __VERIFIER_nondet_memory(to, room);
        return 0;
    }
    to[text.length] = 0;
    return text.length;
}

size_t strftime_l(char *to, size_t room, const char *format, const struct tm *date, void *locale) {
    (void)locale;
    return strftime(to, room, format, date);
}
