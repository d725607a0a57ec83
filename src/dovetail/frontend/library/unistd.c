/* Models of the files of <unistd.h>, <fcntl.h> and <sys/stat.h>: any contents, any failure.
 *
 * Which descriptors there are is in descriptors.c. What is read, and where a file is that was open before, anybody may
 * have changed: of a file that two processes have open the place is one. Where a file is that was opened here is not
 * followed, nor what is in one that nobody else has (tmpfile): asking for these is refused.
 *
 * Left out, and so unsupported where used: what makes processes or changes them (fork, exec, alarm, setuid and their kin),
 * pipes, unusual commands of fcntl, ioctl, what depends on the machine (sysconf but for its bounds, getlogin, ttyname).
 */

typedef __SIZE_TYPE__ size_t;
typedef __INTPTR_TYPE__ ssize_t; /* as wide as size_t in both data models */

int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
long long __VERIFIER_nondet_longlong(void);
size_t __VERIFIER_nondet_size_t(void);
void __VERIFIER_nondet_memory(void *at, size_t n);
void __dovetail_readable(const void *from, size_t n);
void __dovetail_unsupported(const char *reason);
void __dovetail_apart(const void *a, size_t n, const void *b, size_t m);
void __dovetail_fails(int code);
int __dovetail_zero_or_failure(void);
void *malloc(size_t n);
int *__errno_location(void);

int __dovetail_stands(int descriptor);
void __dovetail_is_open(int descriptor);
unsigned __dovetail_known(int descriptor);
void __dovetail_learnt(int descriptor, unsigned facts);
void __dovetail_closed(int descriptor, int surely);
int __dovetail_new_descriptor(int least, int input, unsigned facts);
int __dovetail_bad_descriptor(void);
int __dovetail_descriptor_fails(int descriptor, int code);

/* What is known of the file of a descriptor. Its type, where that is known, is in the upper bits, as in st_mode. */
#define NO_READING 1
#define NO_WRITING 2
#define OWN 4       /* opened here: nobody else changes the place */
#define PRIVATE 8   /* and nobody else has the file */
#define NO_PIPE 16
#define TERMINAL 32
#define NO_TERMINAL 64
#define TYPED 128
#define SHARED 256  /* another descriptor stands for the same */
#define FLAGS 512   /* these have been asked for, or changed */
#define STATUS 1024
#define TYPE(facts) ((facts) >> 12)
#define FIFO 1
#define TERMINAL_TYPE 2
#define FOLDER 4
#define FILE_TYPE 8
#define LINK 10
#define SOCKET 12

/* Is there no file of that descriptor, for certain, or none that can be used so? */
static int __dovetail_is_bad(int descriptor, unsigned without) {
    if (__dovetail_stands(descriptor) >= 0 && !(__dovetail_known(descriptor) & without))
        return 0;
    __dovetail_bad_descriptor();
    return 1;
}

static int __dovetail_done(int descriptor) {
    int result;
    if (__dovetail_is_bad(descriptor, 0))
        return -1;
    result = __VERIFIER_nondet_int();
    if (result < 0)
        return __dovetail_descriptor_fails(descriptor, result);
    __dovetail_is_open(descriptor);
    return 0;
}

/* No file has an empty name. */
static int __dovetail_no_path(const char *path) {
    const char *end = path;
    while (*end != 0)
        end++;
    if (end != path)
        return 0;
    *__errno_location() = 2; /* ENOENT */
    return 1;
}

static int __dovetail_done_to(const char *path) {
    return __dovetail_no_path(path) ? -1 : __dovetail_zero_or_failure();
}

static int __dovetail_invalid(void) {
    *__errno_location() = 22; /* EINVAL */
    return -1;
}

/* Opening and closing. */

static int __dovetail_opens(const char *path, int flags) {
    int result;
    if (__dovetail_no_path(path))
        return -1;
    if (flags & 0x600000)
        __dovetail_unsupported("open with O_PATH or O_TMPFILE");
    result = __VERIFIER_nondet_int();
    if (result < 0) {
        __dovetail_fails(result);
        return -1;
    }
    return __dovetail_new_descriptor(0, result,
                                     OWN | ((flags & 3) == 1 ? NO_READING : (flags & 3) == 0 ? NO_WRITING : 0));
}

int open(const char *path, int flags, ...) {
    return __dovetail_opens(path, flags);
}

/* AT_FDCWD is -100; what is absolute needs no folder. */
int openat(int folder, const char *path, int flags, ...) {
    if (folder != -100 && *path != 0 && *path != '/' && __dovetail_is_bad(folder, 0))
        return -1;
    return __dovetail_opens(path, flags);
}

int creat(const char *path, unsigned mode) {
    (void)mode;
    return __dovetail_opens(path, 1);
}

/* Where it fails, the descriptor is closed all the same, or not, unless there was none. */
int close(int descriptor) {
    int result;
    if (__dovetail_is_bad(descriptor, 0))
        return -1;
    result = __VERIFIER_nondet_int();
    if (result < 0)
        __dovetail_descriptor_fails(descriptor, result);
    __dovetail_closed(descriptor, result >= 0);
    return result < 0 ? -1 : 0;
}

static int __dovetail_duplicate(int descriptor, int least) {
    int result, made;
    if (__dovetail_is_bad(descriptor, 0))
        return -1;
    result = __VERIFIER_nondet_int();
    if (result < 0)
        return __dovetail_descriptor_fails(descriptor, result);
    __dovetail_is_open(descriptor);
    made = __dovetail_new_descriptor(least, result, __dovetail_known(descriptor) | SHARED);
    if (made >= 0)
        __dovetail_learnt(descriptor, __dovetail_known(descriptor) | SHARED);
    return made;
}

int dup(int descriptor) {
    return __dovetail_duplicate(descriptor, 0);
}

int dup2(int from, int to) {
    int result;
    if (to < 0 || __dovetail_is_bad(from, 0))
        return __dovetail_bad_descriptor();
    result = __VERIFIER_nondet_int();
    if (result < 0)
        return __dovetail_descriptor_fails(__dovetail_stands(to) > 0 ? from : to, result);
    __dovetail_is_open(from);
    if (to != from) {
        __dovetail_learnt(from, __dovetail_known(from) | SHARED);
        __dovetail_is_open(to);
        __dovetail_learnt(to, __dovetail_known(from));
    }
    return to;
}

/* What belongs to the file, not to the descriptor, is not followed if there are two of these. */
static void __dovetail_not_shared(int descriptor) {
    if (__dovetail_known(descriptor) & SHARED)
        __dovetail_unsupported("what is known of a file that has two descriptors");
}

/* F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL */
int fcntl(int descriptor, int command, ...) {
    int result;
    unsigned known, asked = command <= 2 ? FLAGS : STATUS;
    if (command < 0 || command > 4)
        __dovetail_unsupported("this command of fcntl");
    if (command == 0) {
        __builtin_va_list list;
        __builtin_va_start(list, command);
        result = __builtin_va_arg(list, int);
        __builtin_va_end(list);
        if (__dovetail_is_bad(descriptor, 0))
            return -1;
        return result < 0 ? __dovetail_invalid() : __dovetail_duplicate(descriptor, result);
    }
    if (__dovetail_is_bad(descriptor, 0))
        return -1;
    result = __VERIFIER_nondet_int();
    if (result < 0)
        return __dovetail_descriptor_fails(descriptor, result);
    __dovetail_is_open(descriptor);
    __dovetail_not_shared(descriptor);
    known = __dovetail_known(descriptor);
    __dovetail_learnt(descriptor, known | asked);
    if (command == 2 || command == 4)
        return 0;
    if (known & asked)
        __dovetail_unsupported("flags of a descriptor that were asked for, or changed, before");
    if (command == 1)
        return result & 1;
    if (known & OWN)
        return (result & ~3) | (known & NO_READING ? 1 : known & NO_WRITING ? 0 : 2);
    return result;
}

/* Reading and writing. No call of Linux moves more than that. */
#define MOST 0x7ffff000

ssize_t read(int descriptor, void *to, size_t n) {
    int result;
    size_t done;
    unsigned known = __dovetail_known(descriptor);
    if (__dovetail_is_bad(descriptor, NO_READING))
        return -1;
    if (known & PRIVATE)
        __dovetail_unsupported("what is read from a temporary file");
    if ((known & TYPED) && TYPE(known) == FOLDER) {
        *__errno_location() = 21; /* EISDIR */
        return -1;
    }
    result = __VERIFIER_nondet_int();
    if (result < 0)
        return __dovetail_descriptor_fails(descriptor, result);
    __dovetail_is_open(descriptor);
    done = (size_t)result;
    done = done < n ? done : n;
    done = done < MOST ? done : MOST;
    __VERIFIER_nondet_memory(to, done);
    return (ssize_t)done;
}

/* Files that have no place: pipes, sockets, terminals. */
static int __dovetail_no_place(int descriptor) {
    unsigned known = __dovetail_known(descriptor);
    if (!(known & TERMINAL) && !((known & TYPED) && (TYPE(known) == FIFO || TYPE(known) == SOCKET)))
        return 0;
    *__errno_location() = 29; /* ESPIPE */
    return 1;
}

ssize_t pread(int descriptor, void *to, size_t n, long long from) {
    if (__dovetail_is_bad(descriptor, NO_READING))
        return -1;
    if (from < 0)
        return __dovetail_invalid();
    if (__dovetail_no_place(descriptor))
        return -1;
    return read(descriptor, to, n);
}

ssize_t write(int descriptor, const void *from, size_t n) {
    int result;
    size_t done;
    __dovetail_readable(from, n);
    if (__dovetail_is_bad(descriptor, NO_WRITING))
        return -1;
    result = __VERIFIER_nondet_int();
    if (result < 0)
        return __dovetail_descriptor_fails(descriptor, result);
    __dovetail_is_open(descriptor);
    done = (size_t)result;
    done = done < n ? done : n;
    return (ssize_t)(done < MOST ? done : MOST);
}

ssize_t pwrite(int descriptor, const void *from, size_t n, long long to) {
    if (__dovetail_is_bad(descriptor, NO_WRITING))
        return -1;
    if (to < 0)
        return __dovetail_invalid();
    if (__dovetail_no_place(descriptor))
        return -1;
    return write(descriptor, from, n);
}

/* From the start, from where the file is, from its end; 3 and 4 are SEEK_DATA and SEEK_HOLE. */
long long lseek(int descriptor, long long offset, int whence) {
    unsigned known = __dovetail_known(descriptor);
    int result;
    long long place;
    if (__dovetail_is_bad(descriptor, 0))
        return -1;
    if (whence < 0 || whence > 4)
        return __dovetail_invalid();
    if (__dovetail_no_place(descriptor))
        return -1;
    result = __VERIFIER_nondet_int();
    if (result < 0 || (whence != 1 && whence != 2 && offset < 0))
        return __dovetail_descriptor_fails(descriptor, result);
    if (whence != 0 && (known & PRIVATE))
        __dovetail_unsupported("where a temporary file is, or ends");
    if (whence == 1 && (known & OWN))
        __dovetail_unsupported("where a file is that was opened here");
    __dovetail_is_open(descriptor);
    __dovetail_learnt(descriptor, known | NO_PIPE | NO_TERMINAL);
    if (whence == 0)
        return offset;
    place = __VERIFIER_nondet_longlong() & __LONG_LONG_MAX__;
    return place < offset ? offset : place;
}

int fsync(int descriptor) {
    return __dovetail_done(descriptor);
}

int fdatasync(int descriptor) {
    return __dovetail_done(descriptor);
}

void sync(void) {
}

int ftruncate(int descriptor, long long size) {
    if (__dovetail_is_bad(descriptor, 0))
        return -1;
    if (__dovetail_known(descriptor) & NO_WRITING)
        return __VERIFIER_nondet_int() == 0 ? __dovetail_invalid() : __dovetail_bad_descriptor();
    return size < 0 ? __dovetail_invalid() : __dovetail_done(descriptor);
}

int truncate(const char *path, long long size) {
    if (__dovetail_no_path(path))
        return -1;
    return size < 0 ? __dovetail_invalid() : __dovetail_zero_or_failure();
}

int isatty(int descriptor) {
    unsigned known = __dovetail_known(descriptor);
    int result;
    if (__dovetail_is_bad(descriptor, 0))
        return 0;
    __dovetail_not_shared(descriptor);
    if (known & TERMINAL)
        return 1;
    if ((known & (NO_TERMINAL | PRIVATE)) || ((known & TYPED) && TYPE(known) != TERMINAL_TYPE)) {
        *__errno_location() = 25; /* ENOTTY */
        return 0;
    }
    result = __VERIFIER_nondet_int();
    if (result < 0) {
        __dovetail_learnt(descriptor, known | NO_TERMINAL);
        __dovetail_descriptor_fails(descriptor, result);
        return 0;
    }
    __dovetail_is_open(descriptor);
    __dovetail_learnt(descriptor, known | TERMINAL);
    return 1;
}

/* Files by name. */

int access(const char *path, int mode) {
    (void)mode;
    return __dovetail_done_to(path);
}

int unlink(const char *path) {
    return __dovetail_done_to(path);
}

int rmdir(const char *path) {
    return __dovetail_done_to(path);
}

int chdir(const char *path) {
    return __dovetail_done_to(path);
}

int fchdir(int descriptor) {
    return __dovetail_done(descriptor);
}

int link(const char *from, const char *to) {
    int none = __dovetail_no_path(from);
    return __dovetail_no_path(to) || none ? -1 : __dovetail_zero_or_failure();
}

int symlink(const char *from, const char *to) {
    int none = __dovetail_no_path(from);
    return __dovetail_no_path(to) || none ? -1 : __dovetail_zero_or_failure();
}

int chown(const char *path, unsigned user, unsigned group) {
    (void)user;
    (void)group;
    return __dovetail_done_to(path);
}

int chmod(const char *path, unsigned mode) {
    (void)mode;
    return __dovetail_done_to(path);
}

int fchmod(int descriptor, unsigned mode) {
    (void)mode;
    return __dovetail_done(descriptor);
}

int mkdir(const char *path, unsigned mode) {
    (void)mode;
    return __dovetail_done_to(path);
}

int mkfifo(const char *path, unsigned mode) {
    (void)mode;
    return __dovetail_done_to(path);
}

/* The one from before is what was set last. */
unsigned umask(unsigned mode) {
    static int known;
    static unsigned mask;
    unsigned before = known ? mask : (unsigned)__VERIFIER_nondet_int() & 0777;
    known = 1;
    mask = mode & 0777;
    return before;
}

/* Without a terminator; no link leads to nothing. */
ssize_t readlink(const char *path, char *to, size_t n) {
    int result;
    size_t done, length = 0;
    if (__dovetail_no_path(path))
        return -1;
    while (path[length] != 0)
        length++;
    result = __VERIFIER_nondet_int();
    if (result < 0 || n == 0) {
        __dovetail_fails(result);
        return -1;
    }
    done = 1 + (size_t)(result & 4095);
    done = done < n ? done : n;
    __dovetail_apart(to, done, path, length + 1);
    __VERIFIER_nondet_memory(to, done);
    return (ssize_t)done;
}

/* A name of at most n characters beside its terminator. */
static void __dovetail_any_name(char *to, size_t n) {
    __VERIFIER_nondet_memory(to, n);
    to[n] = 0;
}

/* Without a place for it one is allocated (Linux). */
char *getcwd(char *to, size_t size) {
    int result = __VERIFIER_nondet_int();
    size_t n = 1 + (size_t)(result & 4095);
    if (result < 0 || (to != 0 && n >= size) || (to == 0 && size != 0 && n >= size)) {
        __dovetail_fails(result);
        return 0;
    }
    if (to == 0) {
        to = malloc(size != 0 ? size : n + 1);
        if (to == 0)
            return 0;
    }
    __dovetail_any_name(to, n);
    to[0] = '/';
    return to;
}

/* Where there is no room it is cut off, with a terminator or without. */
int gethostname(char *to, size_t size) {
    if (__dovetail_zero_or_failure() != 0)
        return -1;
    __VERIFIER_nondet_memory(to, size);
    return 0;
}

/* All that is known of a file: 144 bytes in glibc and musl, with sizes that are not below zero, and nanoseconds below a
 * second. */
#define WIDE (sizeof(long) == 8)
#define DEVICE 0
#define NUMBER (WIDE ? 8 : 88)
#define MODE (WIDE ? 24 : 16)
#define SIGNS(i) (WIDE ? 55 + 8 * (i) : (i) == 0 ? 51 : (i) == 1 ? 55 : 63)
#define NANOSECONDS(i) (WIDE ? 80 + 16 * (i) : 104 + 16 * (i))

static int __dovetail_type(int number) {
    return number == FIFO || number == TERMINAL_TYPE || number == FOLDER || number == 6 || number == LINK ||
                   number == SOCKET
               ? number
               : FILE_TYPE;
}

static int __dovetail_status(unsigned char *to, int links) {
    unsigned mode;
    __VERIFIER_nondet_memory(to, 144);
    for (int i = 0; i < 3; i++) {
        long *part = (long *)(to + NANOSECONDS(i));
        to[SIGNS(i)] &= 127;
        if (*part < 0 || *part > 999999999)
            *part = 0;
    }
    mode = *(unsigned *)(to + MODE);
    mode = (unsigned)__dovetail_type(mode >> 12 & 15) << 12 | (mode & 07777);
    if (mode >> 12 == LINK && !links)
        mode = FILE_TYPE << 12 | (mode & 07777);
    *(unsigned *)(to + MODE) = mode;
    return 0;
}

static int __dovetail_status_of(const char *path, void *to, int links) {
    size_t length = 0;
    if (__dovetail_no_path(path) || __dovetail_zero_or_failure() != 0)
        return -1;
    while (path[length] != 0)
        length++;
    __dovetail_apart(to, 144, path, length + 1);
    return __dovetail_status(to, links);
}

int stat(const char *path, void *to) {
    return __dovetail_status_of(path, to, 0);
}

int lstat(const char *path, void *to) {
    return __dovetail_status_of(path, to, 1);
}

/* Which file it is, and of what type, stays as it is: of the descriptor that was asked for last that is known. */
int fstat(int descriptor, void *to) {
    static int last = -1;
    static long long device, number;
    unsigned char *status = to;
    unsigned known, type, *mode;
    if (__dovetail_done(descriptor) != 0)
        return -1;
    __dovetail_not_shared(descriptor);
    known = __dovetail_known(descriptor);
    if (known & PRIVATE)
        __dovetail_unsupported("what is known of a temporary file");
    if ((known & TYPED) && last != descriptor)
        __dovetail_unsupported("what is known of a file that was asked for before");
    __dovetail_status(status, 0);
    mode = (unsigned *)(status + MODE);
    type = *mode >> 12;
    if (known & TYPED) {
        type = TYPE(known);
        *(long long *)(status + DEVICE) = device;
        *(long long *)(status + NUMBER) = number;
    }
    if (known & TERMINAL)
        type = TERMINAL_TYPE;
    if ((type == FOLDER && (known & OWN) && !(known & NO_WRITING)) ||
        ((type == FIFO || type == SOCKET) && (known & NO_PIPE)))
        type = FILE_TYPE;
    *mode = type << 12 | (*mode & 07777);
    device = *(long long *)(status + DEVICE);
    number = *(long long *)(status + NUMBER);
    last = descriptor;
    __dovetail_learnt(descriptor, (known & 4095) | TYPED | type << 12);
    return 0;
}

/* The names that headers of musl give them on a 32-bit machine. */
int __stat_time64(const char *path, void *to) {
    return stat(path, to);
}

int __lstat_time64(const char *path, void *to) {
    return lstat(path, to);
}

int __fstat_time64(int descriptor, void *to) {
    return fstat(descriptor, to);
}

/* The process: what does not change while it runs is the same each time. */

int getpid(void) {
    static int number;
    if (number == 0)
        number = (__VERIFIER_nondet_int() & 0x3fffffff) + 1;
    return number;
}

int getppid(void) {
    return __VERIFIER_nondet_int() & 0x3fffffff;
}

static unsigned __dovetail_same(unsigned *number, int *known) {
    if (!*known)
        *number = (unsigned)__VERIFIER_nondet_int();
    *known = 1;
    return *number;
}

unsigned getuid(void) {
    static unsigned number;
    static int known;
    return __dovetail_same(&number, &known);
}

unsigned geteuid(void) {
    static unsigned number;
    static int known;
    return __dovetail_same(&number, &known);
}

unsigned getgid(void) {
    static unsigned number;
    static int known;
    return __dovetail_same(&number, &known);
}

unsigned getegid(void) {
    static unsigned number;
    static int known;
    return __dovetail_same(&number, &known);
}

unsigned sleep(unsigned seconds) {
    unsigned left = (unsigned)__VERIFIER_nondet_int();
    return left < seconds ? left : seconds;
}

int usleep(unsigned microseconds) {
    (void)microseconds;
    return __dovetail_zero_or_failure();
}

int getpagesize(void) {
    return 4096;
}

/* What a machine has at least: of arguments, children, ticks in a second, groups, files, streams, characters of a zone. */
static const int __dovetail_least[] = {4096, 25, 1, 8, 20, 8, 6};

/* No limit, or not known: -1. What it says does not change, but for the processors and the memory that are there. */
long sysconf(int name) {
    static struct {
        int name;
        long value;
    } known[8];
    static int count;
    long result;
    if (name < 0 || name > 1000)
        return __dovetail_invalid();
    if (name == 30)
        return getpagesize(); /* _SC_PAGESIZE */
    for (int i = 0; i < count; i++)
        if (known[i].name == name)
            return known[i].value;
    result = __VERIFIER_nondet_long();
    if (name == 83 || name == 84) /* _SC_NPROCESSORS_CONF, _SC_NPROCESSORS_ONLN */
        result = result < 1 ? 1 : result;
    else if (result < 0 && name != 2) /* _SC_CLK_TCK */
        result = -1;
    else if (name < 7)
        result = result < __dovetail_least[name] ? __dovetail_least[name] : result;
    if (name == 84 || name == 86) /* _SC_AVPHYS_PAGES */
        return result;
    if (count == 8)
        __dovetail_unsupported("sysconf of more than eight names");
    known[count].name = name;
    known[count].value = result;
    count++;
    return result;
}

/* The last six characters of the name are filled in. */
int mkstemp(char *name) {
    size_t n = 0;
    int result;
    while (name[n] != 0)
        n++;
    for (size_t i = 0; i < 6; i++)
        if (n < 6 || name[n - 1 - i] != 'X') {
            *__errno_location() = 22; /* EINVAL */
            return -1;
        }
    for (size_t i = 0; i < 6; i++) {
        int c = __VERIFIER_nondet_int() & 63;
        name[n - 1 - i] = (char)(c < 26 ? 'a' + c : c < 52 ? 'A' + (c - 26) : '0' + (c - 52) % 10);
    }
    result = __VERIFIER_nondet_int();
    if (result < 0) {
        __dovetail_fails(result);
        return -1;
    }
    return __dovetail_new_descriptor(0, result, OWN);
}
