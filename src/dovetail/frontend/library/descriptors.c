/* Which descriptors stand for files, and what is known of these: for unistd.c, and for the streams of stdio.c.
 *
 * A new one is the lowest that is free. Who starts a program may have left any of them open, and closed those of its
 * standard streams. So nothing is known of those from `__dovetail_least_unknown` on but what is in two lists; those
 * below are open, but for those that the program has closed, which are in a list, too.
 */

typedef __SIZE_TYPE__ size_t;

void __dovetail_unsupported(const char *reason);
int __dovetail_errno_matters(void);
void __dovetail_fails(int code);
int *__errno_location(void);

#define FILES 1024
#define LISTED 8

static int __dovetail_least_unknown;
static int __dovetail_opened[LISTED]; /* from there on: found open, or asked for by number */
static int __dovetail_opened_count;
static int __dovetail_vacant[LISTED];   /* closed, */
static int __dovetail_surely[LISTED]; /* or perhaps not, because close has failed */
static int __dovetail_vacant_count;
static unsigned short __dovetail_facts[FILES];

static int __dovetail_found(const int *list, int count, int descriptor) {
    for (int i = 0; i < count; i++)
        if (list[i] == descriptor)
            return i;
    return -1;
}

static void __dovetail_not_vacant(int i) {
    __dovetail_vacant_count--;
    __dovetail_vacant[i] = __dovetail_vacant[__dovetail_vacant_count];
    __dovetail_surely[i] = __dovetail_surely[__dovetail_vacant_count];
}

/* Does it stand for a file? 1 if so, -1 if not, 0 if that is not known. */
int __dovetail_stands(int descriptor) {
    int i;
    if (descriptor < 0)
        return -1;
    i = __dovetail_found(__dovetail_vacant, __dovetail_vacant_count, descriptor);
    if (i >= 0)
        return __dovetail_surely[i] ? -1 : 0;
    if (descriptor < __dovetail_least_unknown)
        return 1;
    return __dovetail_found(__dovetail_opened, __dovetail_opened_count, descriptor) >= 0;
}

/* It does, as it turns out, or from now on. */
void __dovetail_is_open(int descriptor) {
    int i = __dovetail_found(__dovetail_vacant, __dovetail_vacant_count, descriptor);
    if (i >= 0)
        __dovetail_not_vacant(i);
    if (descriptor < __dovetail_least_unknown ||
        __dovetail_found(__dovetail_opened, __dovetail_opened_count, descriptor) >= 0)
        return;
    if (__dovetail_opened_count == LISTED)
        __dovetail_unsupported("more than eight descriptors that the program has not opened itself");
    __dovetail_opened[__dovetail_opened_count] = descriptor;
    __dovetail_opened_count++;
}

unsigned __dovetail_known(int descriptor) {
    return descriptor >= 0 && descriptor < FILES ? __dovetail_facts[descriptor] : 0;
}

void __dovetail_learnt(int descriptor, unsigned facts) {
    if (descriptor >= 0 && descriptor < FILES)
        __dovetail_facts[descriptor] = (unsigned short)facts;
}

/* It does no more; not surely, if there was a failure. */
void __dovetail_closed(int descriptor, int surely) {
    int i;
    if (descriptor < 0)
        return;
    __dovetail_learnt(descriptor, 0);
    i = __dovetail_found(__dovetail_opened, __dovetail_opened_count, descriptor);
    if (i >= 0) {
        __dovetail_opened_count--;
        __dovetail_opened[i] = __dovetail_opened[__dovetail_opened_count];
    }
    i = __dovetail_found(__dovetail_vacant, __dovetail_vacant_count, descriptor);
    if (i >= 0) {
        __dovetail_surely[i] |= surely;
        return;
    }
    if (__dovetail_vacant_count == LISTED)
        __dovetail_unsupported("more than eight descriptors that are closed and not in use again");
    __dovetail_vacant[__dovetail_vacant_count] = descriptor;
    __dovetail_surely[__dovetail_vacant_count] = surely;
    __dovetail_vacant_count++;
}

/* The lowest of those that were closed in that range, surely if only those are asked for; or -1. */
static int __dovetail_lowest_vacant(int least, int behind, int surely) {
    int lowest = -1;
    for (int i = 0; i < __dovetail_vacant_count; i++)
        if (__dovetail_vacant[i] >= least && __dovetail_vacant[i] < behind && (__dovetail_surely[i] || !surely) &&
            (lowest < 0 || __dovetail_vacant[i] < __dovetail_vacant[lowest]))
            lowest = i;
    return lowest;
}

/* One that is free, no less than that: the lowest of these. What is not known the input says, which is not below zero. */
int __dovetail_new_descriptor(int least, int input, unsigned facts) {
    int start = least > __dovetail_least_unknown ? least : __dovetail_least_unknown, made, i;
    while ((i = __dovetail_lowest_vacant(least, __dovetail_least_unknown, 0)) >= 0) {
        int freed = __dovetail_surely[i] || (input & 1) == 0;
        made = __dovetail_vacant[i];
        input >>= !__dovetail_surely[i];
        __dovetail_not_vacant(i);
        if (freed) {
            __dovetail_learnt(made, facts);
            return made;
        }
    }
    made = start + (input & (FILES - 1));
    if (made >= FILES)
        made = start;
    while (__dovetail_found(__dovetail_opened, __dovetail_opened_count, made) >= 0)
        made++;
    i = __dovetail_lowest_vacant(start, made, 1);
    if (i >= 0)
        made = __dovetail_vacant[i];
    if (made >= FILES) {
        *__errno_location() = 24; /* EMFILE */
        return -1;
    }
    /* all below it are open that would have done */
    if (least > __dovetail_least_unknown) {
        while ((i = __dovetail_lowest_vacant(start, made + 1, 0)) >= 0)
            __dovetail_is_open(__dovetail_vacant[i]);
        __dovetail_is_open(made);
    } else {
        while ((i = __dovetail_lowest_vacant(start, made + 1, 0)) >= 0)
            __dovetail_not_vacant(i);
        __dovetail_least_unknown = made + 1;
    }
    __dovetail_learnt(made, facts);
    return made;
}

/* -1, because there is no such file, or none that can be used so. */
int __dovetail_bad_descriptor(void) {
    *__errno_location() = 9; /* EBADF */
    return -1;
}

/* -1, for any reason but that, if there is one. */
int __dovetail_descriptor_fails(int descriptor, int code) {
    __dovetail_fails(code);
    if (__dovetail_errno_matters() && *__errno_location() == 9 && __dovetail_stands(descriptor) > 0)
        *__errno_location() = 5; /* EIO */
    return -1;
}
