/* Models of the files of <unistd.h>, <fcntl.h> and <sys/stat.h>: any contents, any failure.
 *
 * A descriptor that open and its kin give is one that is not in use: whoever starts a program may have closed those of
 * its standard streams, until one of them turns out to be open. What is read, and where a file is, anybody may have
 * changed: of a file that two processes have open the place is one.
 *
 * Left out, and so unsupported where used: what makes processes or changes them (fork, exec, alarm, setuid and their kin),
 * unusual commands of fcntl, ioctl, what depends on the machine (sysconf but for its bounds, getlogin, ttyname).
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
void __dovetail_fails(int code);
int __dovetail_zero_or_failure(void);
void *malloc(size_t n);
int *__errno_location(void);

#define FILES 1024

static unsigned char __dovetail_in_use[FILES];

static void __dovetail_string_is_read(const char *s) {
    while (*s != 0)
        s++;
}

/* One that stands for a file, as it turns out. */
static void __dovetail_is_open(int descriptor) {
    if (descriptor >= 0 && descriptor <= 2)
        __dovetail_in_use[descriptor] = 1;
}

/* That of a stream that is closed. */
void __dovetail_closed(int descriptor) {
    if (descriptor >= 0 && descriptor < FILES)
        __dovetail_in_use[descriptor] = 0;
}

static int __dovetail_new_descriptor(int least) {
    int descriptor = __VERIFIER_nondet_int();
    if (descriptor < 0) {
        __dovetail_fails(descriptor);
        return -1;
    }
    descriptor &= FILES - 1;
    if (descriptor < least || __dovetail_in_use[descriptor]) {
        *__errno_location() = 24; /* EMFILE */
        return -1;
    }
    __dovetail_in_use[descriptor] = 1;
    return descriptor;
}

/* Opening and closing. */

int open(const char *path, int flags, ...) {
    (void)flags;
    __dovetail_string_is_read(path);
    return __dovetail_new_descriptor(0);
}

int openat(int folder, const char *path, int flags, ...) {
    (void)folder;
    (void)flags;
    __dovetail_string_is_read(path);
    return __dovetail_new_descriptor(0);
}

int creat(const char *path, unsigned mode) {
    (void)mode;
    __dovetail_string_is_read(path);
    return __dovetail_new_descriptor(0);
}

/* Where it fails, the descriptor is closed all the same, unless there was none. */
int close(int descriptor) {
    if (descriptor < 0) {
        *__errno_location() = 9; /* EBADF */
        return -1;
    }
    __dovetail_closed(descriptor);
    return __dovetail_zero_or_failure();
}

/* It is not the one that it is made of. */
static int __dovetail_duplicate(int descriptor, int least) {
    int made;
    if (descriptor < 0) {
        *__errno_location() = 9; /* EBADF */
        return -1;
    }
    made = __dovetail_new_descriptor(least);
    if (made >= 0 && made == descriptor) {
        __dovetail_closed(made);
        *__errno_location() = 9; /* EBADF: it was not open */
        return -1;
    }
    if (made >= 0)
        __dovetail_is_open(descriptor);
    return made;
}

int dup(int descriptor) {
    return __dovetail_duplicate(descriptor, 0);
}

int dup2(int from, int to) {
    if (from < 0 || to < 0) {
        *__errno_location() = 9; /* EBADF */
        return -1;
    }
    if (__dovetail_zero_or_failure() != 0)
        return -1;
    __dovetail_is_open(from);
    if (to < FILES)
        __dovetail_in_use[to] = 1;
    return to;
}

int pipe(int descriptors[2]) {
    int first = __dovetail_new_descriptor(0);
    int second = first < 0 ? -1 : __dovetail_new_descriptor(0);
    if (second < 0) {
        if (first >= 0)
            __dovetail_in_use[first] = 0;
        return -1;
    }
    descriptors[0] = first;
    descriptors[1] = second;
    return 0;
}

/* F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL */
int fcntl(int descriptor, int command, ...) {
    int result;
    if (command < 0 || command > 4)
        __dovetail_unsupported("this command of fcntl");
    if (command == 0) {
        __builtin_va_list list;
        __builtin_va_start(list, command);
        result = __builtin_va_arg(list, int);
        __builtin_va_end(list);
        if (result < 0) {
            *__errno_location() = 22; /* EINVAL */
            return -1;
        }
        return __dovetail_duplicate(descriptor, result);
    }
    result = __VERIFIER_nondet_int();
    if (result >= 0) {
        __dovetail_is_open(descriptor);
        return command == 2 || command == 4 ? 0 : command == 1 ? result & 1 : result;
    }
    __dovetail_fails(result);
    return -1;
}

/* Reading and writing. No call of Linux moves more than that. */
#define MOST 0x7ffff000

ssize_t read(int descriptor, void *to, size_t n) {
    int result = __VERIFIER_nondet_int();
    size_t done;
    if (result < 0) {
        __dovetail_fails(result);
        return -1;
    }
    __dovetail_is_open(descriptor);
    done = (size_t)result;
    done = done < n ? done : n;
    done = done < MOST ? done : MOST;
    __VERIFIER_nondet_memory(to, done);
    return (ssize_t)done;
}

ssize_t pread(int descriptor, void *to, size_t n, long long from) {
    if (from < 0) {
        *__errno_location() = 22; /* EINVAL */
        return -1;
    }
    return read(descriptor, to, n);
}

ssize_t write(int descriptor, const void *from, size_t n) {
    int result = __VERIFIER_nondet_int();
    size_t done;
    __dovetail_readable(from, n);
    if (result < 0) {
        __dovetail_fails(result);
        return -1;
    }
    __dovetail_is_open(descriptor);
    done = (size_t)result;
    done = done < n ? done : n;
    return (ssize_t)(done < MOST ? done : MOST);
}

ssize_t pwrite(int descriptor, const void *from, size_t n, long long to) {
    if (to < 0) {
        *__errno_location() = 22; /* EINVAL */
        return -1;
    }
    return write(descriptor, from, n);
}

long long lseek(int descriptor, long long offset, int whence) {
    int result = __VERIFIER_nondet_int();
    (void)descriptor;
    if (result < 0 || (whence == 0 && offset < 0)) {
        __dovetail_fails(result);
        return -1;
    }
    return whence == 0 ? offset : __VERIFIER_nondet_longlong() & __LONG_LONG_MAX__;
}

int fsync(int descriptor) {
    (void)descriptor;
    return __dovetail_zero_or_failure();
}

int fdatasync(int descriptor) {
    (void)descriptor;
    return __dovetail_zero_or_failure();
}

void sync(void) {
}

int ftruncate(int descriptor, long long size) {
    (void)descriptor;
    (void)size;
    return __dovetail_zero_or_failure();
}

int truncate(const char *path, long long size) {
    (void)size;
    __dovetail_string_is_read(path);
    return __dovetail_zero_or_failure();
}

int isatty(int descriptor) {
    int result = __VERIFIER_nondet_int();
    (void)descriptor;
    if (result >= 0)
        return 1;
    __dovetail_fails(result);
    return 0;
}

/* Files by name. */

int access(const char *path, int mode) {
    (void)mode;
    __dovetail_string_is_read(path);
    return __dovetail_zero_or_failure();
}

int unlink(const char *path) {
    __dovetail_string_is_read(path);
    return __dovetail_zero_or_failure();
}

int rmdir(const char *path) {
    __dovetail_string_is_read(path);
    return __dovetail_zero_or_failure();
}

int chdir(const char *path) {
    __dovetail_string_is_read(path);
    return __dovetail_zero_or_failure();
}

int fchdir(int descriptor) {
    (void)descriptor;
    return __dovetail_zero_or_failure();
}

int link(const char *from, const char *to) {
    __dovetail_string_is_read(from);
    __dovetail_string_is_read(to);
    return __dovetail_zero_or_failure();
}

int symlink(const char *from, const char *to) {
    __dovetail_string_is_read(from);
    __dovetail_string_is_read(to);
    return __dovetail_zero_or_failure();
}

int chown(const char *path, unsigned user, unsigned group) {
    (void)user;
    (void)group;
    __dovetail_string_is_read(path);
    return __dovetail_zero_or_failure();
}

int chmod(const char *path, unsigned mode) {
    (void)mode;
    __dovetail_string_is_read(path);
    return __dovetail_zero_or_failure();
}

int fchmod(int descriptor, unsigned mode) {
    (void)descriptor;
    (void)mode;
    return __dovetail_zero_or_failure();
}

int mkdir(const char *path, unsigned mode) {
    (void)mode;
    __dovetail_string_is_read(path);
    return __dovetail_zero_or_failure();
}

int mkfifo(const char *path, unsigned mode) {
    (void)mode;
    __dovetail_string_is_read(path);
    return __dovetail_zero_or_failure();
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

/* Without a terminator. */
ssize_t readlink(const char *path, char *to, size_t n) {
    int result = __VERIFIER_nondet_int();
    size_t done;
    __dovetail_string_is_read(path);
    if (result < 0 || n == 0) {
        __dovetail_fails(result);
        return -1;
    }
    done = (size_t)(result & 4095);
    done = done < n ? done : n;
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

/* All that is known of a file: 144 bytes in glibc and musl, with a size that is not below zero. */
static int __dovetail_status(unsigned char *to) {
    if (__dovetail_zero_or_failure() != 0)
        return -1;
    __VERIFIER_nondet_memory(to, 144);
    to[sizeof(long) == 8 ? 55 : 51] &= 127;
    return 0;
}

int stat(const char *path, void *to) {
    __dovetail_string_is_read(path);
    return __dovetail_status(to);
}

int lstat(const char *path, void *to) {
    __dovetail_string_is_read(path);
    return __dovetail_status(to);
}

int fstat(int descriptor, void *to) {
    (void)descriptor;
    return __dovetail_status(to);
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

/* No limit, or not known: -1. */
long sysconf(int name) {
    long result = __VERIFIER_nondet_long();
    (void)name;
    return result < 0 ? -1 : result;
}

/* The last six characters of the name are filled in. */
int mkstemp(char *name) {
    size_t n = 0;
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
    return __dovetail_new_descriptor(0);
}
