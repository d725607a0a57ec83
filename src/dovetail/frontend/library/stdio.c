/* Models of the streams of <stdio.h>, with any contents and any failure. What is printed and scanned: printf.c, scanf.c.
 *
 * A stream is an object of the library's own: no block that free may be given, and none that is lost when nobody points
 * to it, because a C library keeps its open streams in a list. fclose ends it, and an access afterwards is one to an
 * object that has ended. The three standard streams are there from the start and cannot end: one that is used after
 * it was closed is unsupported.
 *
 * What a stream remembers is what C promises: that its end stays its end until clearerr, a character that was put
 * back, where a file is that was opened here, whether it can be read and written. What was written to a file is not
 * there when it is read: others write to files, too. But nobody writes to that of tmpfile: what is in it is refused.
 * Which descriptor it has is only followed in programs that use any (descriptors.c).
 *
 * Left out, and so unsupported where used: gets, fmemopen, open_memstream, fopencookie, fgetwc and its kin, and buffers
 * of the program's own (setvbuf), which change whenever the stream is used.
 */

typedef __SIZE_TYPE__ size_t;
typedef __INTPTR_TYPE__ ssize_t; /* as wide as size_t in both data models */

int __VERIFIER_nondet_int(void);
long long __VERIFIER_nondet_longlong(void);
size_t __VERIFIER_nondet_size_t(void);
void __VERIFIER_nondet_memory(void *at, size_t n);
int __dovetail_choice(void);
void *__dovetail_open(size_t n);
void __dovetail_close(void *stream);
void __dovetail_readable(const void *from, size_t n);
void __dovetail_unsupported(const char *reason);
void *realloc(void *block, size_t n);
void __dovetail_apart(const void *a, size_t n, const void *b, size_t m);
int *__errno_location(void);
int __dovetail_errno_matters(void);
int __dovetail_descriptors_matter(void);
int __dovetail_stands(int descriptor);
void __dovetail_is_open(int descriptor);
unsigned __dovetail_known(int descriptor);
void __dovetail_closed(int descriptor, int surely);
int __dovetail_new_descriptor(int least, int input, unsigned facts);

#define MARK 0x57ea3
#define ANYWHERE (-1) /* where the stream is may be any place */
#define NOT_FOLLOWED (-2)

/* What is known of a stream, the first four as in unistd.c. */
#define NO_READING 1
#define NO_WRITING 2
#define OWN 4
#define PRIVATE 8
#define PIPE 16

/* No smaller than FILE is in C libraries. */
struct __dovetail_stream {
    int mark;
    int at_end, failed;
    int pushed;
    unsigned char back[4];
    int descriptor; /* -1: not followed */
    unsigned facts;
    long long position;
    char rest[208];
};

static struct __dovetail_stream __dovetail_input_stream = {MARK, 0, 0, 0, {0}, 0, 0, ANYWHERE, {0}};
static struct __dovetail_stream __dovetail_output_stream = {MARK, 0, 0, 0, {0}, 1, 0, ANYWHERE, {0}};
static struct __dovetail_stream __dovetail_error_stream = {MARK, 0, 0, 0, {0}, 2, 0, ANYWHERE, {0}};

struct __dovetail_stream *stdin = &__dovetail_input_stream;
struct __dovetail_stream *stdout = &__dovetail_output_stream;
struct __dovetail_stream *stderr = &__dovetail_error_stream;

/* A failure, with any reason: the number behind a minus, which nobody needs where errno is not looked at. */
void __dovetail_fails(int code) {
    if (__dovetail_errno_matters())
        *__errno_location() = code + 1 < 0 ? -(code + 1) : 5; /* EIO */
}

/* 0, or -1 and a reason. */
int __dovetail_zero_or_failure(void) {
    int result = __VERIFIER_nondet_int();
    if (result >= 0)
        return 0;
    __dovetail_fails(result);
    return -1;
}

/* Of what these return C says whether it is zero, and no more. */
static int __dovetail_truth(int holds) {
    int any;
    if (!holds)
        return 0;
    any = __dovetail_choice();
    return any != 0 ? any : 1;
}

static void __dovetail_string_is_read(const char *s) {
    while (*s != 0)
        s++;
}

/* No file has an empty name. */
static int __dovetail_no_path(const char *path) {
    __dovetail_string_is_read(path);
    if (*path != 0)
        return 0;
    *__errno_location() = 2; /* ENOENT */
    return 1;
}

/* A stream that is open. Where there is none the machine stops. */
struct __dovetail_stream *__dovetail_stream(void *stream) {
    struct __dovetail_stream *s = stream;
    __dovetail_readable(s, sizeof *s);
    if (s == 0)
        __builtin_trap();
    if (s->mark != MARK)
        __dovetail_unsupported("a stream that no function of the library has opened, or a standard one that is closed");
    return s;
}

static void __dovetail_moves(struct __dovetail_stream *s, long long by) {
    if (s->position >= 0)
        s->position += by;
}

/* What is in a file that nobody else has was written by the program: that is not followed. */
static void __dovetail_not_private(struct __dovetail_stream *s) {
    if (s->facts & PRIVATE)
        __dovetail_unsupported("what is in a temporary file, or how much");
}

/* Before something is read: 0 if it cannot be, which is a failure. */
static int __dovetail_may_read(struct __dovetail_stream *s) {
    if (s->facts & NO_READING) {
        s->failed = 1;
        *__errno_location() = 9; /* EBADF */
        return 0;
    }
    __dovetail_not_private(s);
    return 1;
}

/* A stream that is open, and that something may be written to. */
struct __dovetail_stream *__dovetail_output(void *stream) {
    struct __dovetail_stream *s = __dovetail_stream(stream);
    if (s->facts & NO_WRITING)
        __dovetail_unsupported("writing to a stream that was opened for reading");
    return s;
}

/* Something was written, so much if that is known (else -1). */
void __dovetail_written(struct __dovetail_stream *s, long long count) {
    if (s->position >= 0)
        s->position = count < 0 ? NOT_FOLLOWED : s->position + count;
}

void __dovetail_write_fails(struct __dovetail_stream *s, int code) {
    s->failed = 1;
    if (s->position >= 0)
        s->position = ANYWHERE;
    __dovetail_fails(code);
}

/* Opening and closing. */

static void *__dovetail_new_stream(int descriptor, unsigned facts, long long position) {
    struct __dovetail_stream *s = __dovetail_open(sizeof(struct __dovetail_stream));
    s->mark = MARK;
    s->descriptor = descriptor;
    s->facts = facts;
    s->position = position;
    return s;
}

/* The same with a descriptor that is free; null if there is none. */
static void *__dovetail_opened_stream(int input, unsigned facts, long long position) {
    int descriptor = -1;
    if (__dovetail_descriptors_matter()) {
        descriptor = __dovetail_new_descriptor(0, input, facts & PIPE ? facts & ~PIPE : facts | OWN);
        if (descriptor < 0)
            return 0;
    }
    return __dovetail_new_stream(descriptor, facts, position);
}

static int __dovetail_end(struct __dovetail_stream *s) {
    int result = __VERIFIER_nondet_int();
    s->mark = 0;
    if (s->descriptor >= 0 && __dovetail_descriptors_matter()) {
        if (__dovetail_stands(s->descriptor) < 0)
            result = -10; /* EBADF: somebody has closed it */
        __dovetail_closed(s->descriptor, result >= 0);
    }
    if (s != &__dovetail_input_stream && s != &__dovetail_output_stream && s != &__dovetail_error_stream)
        __dovetail_close(s);
    return result;
}

static int __dovetail_bad_mode(const char *mode) {
    __dovetail_string_is_read(mode);
    if (*mode == 'r' || *mode == 'w' || *mode == 'a')
        return 0;
    *__errno_location() = 22; /* EINVAL */
    return 1;
}

/* What a mode that is good says. */
static unsigned __dovetail_facts_of(const char *mode) {
    for (const char *other = mode; *other != 0; other++)
        if (*other == '+')
            return 0;
    return *mode == 'r' ? NO_WRITING : NO_READING;
}

void *fopen(const char *path, const char *mode) {
    int result, none = __dovetail_no_path(path);
    if (__dovetail_bad_mode(mode) || none)
        return 0;
    result = __VERIFIER_nondet_int();
    if (result < 0) {
        __dovetail_fails(result);
        return 0;
    }
    return __dovetail_opened_stream(result, __dovetail_facts_of(mode), *mode == 'a' ? ANYWHERE : 0);
}

void *fdopen(int descriptor, const char *mode) {
    int result = __VERIFIER_nondet_int();
    if (__dovetail_bad_mode(mode))
        return 0;
    if (descriptor < 0 || result < 0) {
        __dovetail_fails(result);
        return 0;
    }
    if (__dovetail_stands(descriptor) < 0 ||
        (__dovetail_known(descriptor) & ~__dovetail_facts_of(mode) & (NO_READING | NO_WRITING)))
        __dovetail_unsupported("fdopen of a descriptor that is closed, or for what it was not opened for");
    __dovetail_is_open(descriptor);
    return __dovetail_new_stream(descriptor, __dovetail_facts_of(mode) | (__dovetail_known(descriptor) & PRIVATE),
                                 ANYWHERE);
}

void *tmpfile(void) {
    int result;
    result = __VERIFIER_nondet_int();
    if (result < 0) {
        __dovetail_fails(result);
        return 0;
    }
    return __dovetail_opened_stream(result, PRIVATE, 0);
}

void *popen(const char *command, const char *mode) {
    int result = __VERIFIER_nondet_int();
    __dovetail_string_is_read(command);
    __dovetail_string_is_read(mode);
    if ((*mode != 'r' && *mode != 'w') || result < 0) {
        __dovetail_fails(result);
        return 0;
    }
    return __dovetail_opened_stream(result, PIPE | (*mode == 'r' ? NO_WRITING : NO_READING), ANYWHERE);
}

int fclose(void *stream) {
    struct __dovetail_stream *s = __dovetail_stream(stream);
    int result;
    if (s->facts & PIPE)
        __dovetail_unsupported("fclose of what popen has opened");
    result = __dovetail_end(s);
    if (result >= 0)
        return 0;
    __dovetail_fails(result);
    return -1;
}

/* The status of the command, or -1. */
int pclose(void *stream) {
    struct __dovetail_stream *s = __dovetail_stream(stream);
    int status;
    if (!(s->facts & PIPE))
        __dovetail_unsupported("pclose of what popen has not opened");
    status = __dovetail_end(s);
    if (status >= 0)
        return status & 0xffff;
    __dovetail_fails(status);
    return -1;
}

/* The stream is closed, whether another file can be opened for it or not. That has the same descriptor as before (glibc,
 * musl), or one that is free then. */
void *freopen(const char *path, const char *mode, void *stream) {
    struct __dovetail_stream *s = __dovetail_stream(stream);
    int result = __VERIFIER_nondet_int();
    int none = path != 0 && __dovetail_no_path(path);
    if (s->facts & (PIPE | (path == 0 ? PRIVATE : 0)))
        __dovetail_unsupported("freopen of a temporary file, or of what popen has opened");
    if (__dovetail_bad_mode(mode) || none || result < 0) {
        __dovetail_end(s);
        __dovetail_fails(result);
        return 0;
    }
    s->at_end = 0;
    s->failed = 0;
    s->pushed = 0;
    s->facts = __dovetail_facts_of(mode);
    if (s->descriptor >= 0 && __dovetail_descriptors_matter()) {
        int before = s->descriptor;
        __dovetail_closed(before, 1);
        s->descriptor = __dovetail_new_descriptor(result & 1 ? before : 0, result >> 1, s->facts | OWN);
        if (s->descriptor < 0)
            __dovetail_unsupported("freopen without a descriptor that is free");
    }
    s->position = *mode == 'a' || path == 0 ? ANYWHERE : 0;
    return s;
}

int fflush(void *stream) {
    if (stream != 0)
        (void)__dovetail_stream(stream);
    return __dovetail_zero_or_failure();
}

int setvbuf(void *stream, char *buffer, int mode, size_t size) {
    (void)__dovetail_stream(stream);
    (void)size;
    if (buffer != 0)
        __dovetail_unsupported("a stream with a buffer of the program's own");
    if (mode < 0 || mode > 2)
        return -1;
    return __dovetail_zero_or_failure();
}

void setbuf(void *stream, char *buffer) {
    (void)__dovetail_stream(stream);
    if (buffer != 0)
        __dovetail_unsupported("a stream with a buffer of the program's own");
}

void setbuffer(void *stream, char *buffer, size_t size) {
    (void)size;
    setbuf(stream, buffer);
}

void setlinebuf(void *stream) {
    (void)__dovetail_stream(stream);
}

int fileno(void *stream) {
    return __dovetail_stream(stream)->descriptor;
}

/* What is known of a stream. */

int feof(void *stream) {
    return __dovetail_truth(__dovetail_stream(stream)->at_end);
}

int ferror(void *stream) {
    struct __dovetail_stream *s = __dovetail_stream(stream);
    if (s == &__dovetail_output_stream)
        return __dovetail_choice();
    return __dovetail_truth(s->failed);
}

void clearerr(void *stream) {
    struct __dovetail_stream *s = __dovetail_stream(stream);
    s->at_end = 0;
    s->failed = 0;
}

/* Reading. */

/* The next byte, or -1 (EOF). */
int fgetc(void *stream) {
    struct __dovetail_stream *s = __dovetail_stream(stream);
    int c;
    if (s->pushed > 0) {
        s->pushed--;
        __dovetail_moves(s, 1);
        return s->back[s->pushed];
    }
    if (!__dovetail_may_read(s) || s->at_end)
        return -1;
    c = __VERIFIER_nondet_int();
    if (c >= 0) {
        __dovetail_moves(s, 1);
        return c & 255;
    }
    if (c == -1) {
        s->at_end = 1;
    } else {
        s->failed = 1;
        __dovetail_fails(c);
    }
    return -1;
}

int getc(void *stream) {
    return fgetc(stream);
}

int getchar(void) {
    return fgetc(stdin);
}

int getc_unlocked(void *stream) {
    return fgetc(stream);
}

int fgetc_unlocked(void *stream) {
    return fgetc(stream);
}

int getchar_unlocked(void) {
    return fgetc(stdin);
}

/* One character can always be put back; more, perhaps. */
int ungetc(int c, void *stream) {
    struct __dovetail_stream *s = __dovetail_stream(stream);
    if (s->facts & NO_READING)
        __dovetail_unsupported("ungetc on a stream that was opened for writing");
    if (c == -1 || (s->pushed > 0 && __dovetail_choice() == 0))
        return -1;
    if (s->pushed >= (int)sizeof s->back)
        __dovetail_unsupported("more than four characters that ungetc has put back");
    s->back[s->pushed] = (unsigned char)c;
    s->pushed++;
    s->at_end = 0;
    if (s->position >= 0)
        s->position = s->position > 0 ? s->position - 1 : NOT_FOLLOWED;
    return (unsigned char)c;
}

char *fgets(char *to, int size, void *stream) {
    struct __dovetail_stream *s = __dovetail_stream(stream);
    int n = 0;
    if (size <= 0)
        return 0;
    while (n < size - 1) {
        int c = fgetc(s);
        if (c < 0) {
            if (!s->at_end) /* where reading fails, it may hold anything */
                __VERIFIER_nondet_memory(to, (size_t)size);
            if (n == 0 || !s->at_end)
                return 0;
            break;
        }
        to[n] = (char)c;
        n++;
        if (c == '\n')
            break;
    }
    to[n] = 0;
    return to;
}

size_t fread(void *to, size_t size, size_t count, void *stream) {
    struct __dovetail_stream *s = __dovetail_stream(stream);
    unsigned char *bytes = to;
    size_t total = size * count;
    size_t done = 0, more;
    int result;
    if (size == 0 || count == 0)
        return 0;
    if (total / size != count)
        __dovetail_unsupported("fread of more bytes than there can be");
    while (done < total && s->pushed > 0) {
        s->pushed--;
        bytes[done] = s->back[s->pushed];
        done++;
    }
    if (done < total && __dovetail_may_read(s) && !s->at_end) {
        more = __VERIFIER_nondet_size_t();
        more = more < total - done ? more : total - done;
        __VERIFIER_nondet_memory(bytes + done, more);
        done += more;
        if (done < total) {
            result = __VERIFIER_nondet_int();
            if (result >= 0) {
                s->at_end = 1;
            } else {
                s->failed = 1;
                __dovetail_fails(result);
            }
        }
    }
    if (done % size != 0) /* so may an element that is there in part */
        __VERIFIER_nondet_memory(bytes + (done - done % size), size);
    __dovetail_moves(s, (long long)done);
    return done == total ? count : done / size;
}

/* For scanf. Is there something to be read? Not if this is below zero; if it is zero, it is not what is wanted. */
int __dovetail_input_begins(struct __dovetail_stream *s) {
    if (s->pushed > 0)
        __dovetail_unsupported("scanf where ungetc has put something back");
    if (s->position >= 0)
        s->position = NOT_FOLLOWED;
    if (!__dovetail_may_read(s))
        return -10; /* EBADF */
    return s->at_end ? -1 : __VERIFIER_nondet_int();
}

/* For scanf: the end, or a failure. */
void __dovetail_input_ends(struct __dovetail_stream *s, int code) {
    if (code == -1) {
        s->at_end = 1;
    } else {
        s->failed = 1;
        __dovetail_fails(code);
    }
}

/* The size of the buffer that it makes is its own affair; that it makes one before it finds nothing to read, too. */
ssize_t getdelim(char **line, size_t *size, int delimiter, void *stream) {
    struct __dovetail_stream *s = __dovetail_stream(stream);
    size_t n = 0;
    int c = 0;
    if (line == 0 || size == 0) {
        *__errno_location() = 22; /* EINVAL */
        return -1;
    }
    __dovetail_apart(line, sizeof *line, size, sizeof *size);
    if (*line == 0)
        *size = 0;
    if (*size == 0 && __dovetail_choice() != 0) {
        *size = 1 + (unsigned)(__dovetail_choice() & 0xffff);
        *line = realloc(*line, *size);
    }
    for (;;) {
        c = fgetc(s);
        if (c < 0 && (n == 0 || !s->at_end))
            return -1;
        if (*size < n + 2) {
            *size = n + 2 + (unsigned)(__dovetail_choice() & 0xffff);
            *line = realloc(*line, *size);
        }
        if (c < 0)
            break;
        (*line)[n] = (char)c;
        n++;
        if (c == (unsigned char)delimiter)
            break;
    }
    (*line)[n] = 0;
    return (ssize_t)n;
}

ssize_t __getdelim(char **line, size_t *size, int delimiter, void *stream) {
    return getdelim(line, size, delimiter, stream);
}

ssize_t getline(char **line, size_t *size, void *stream) {
    return getdelim(line, size, '\n', stream);
}

/* Writing. */

int fputc(int c, void *stream) {
    struct __dovetail_stream *s = __dovetail_output(stream);
    int result = __VERIFIER_nondet_int();
    if (result < 0) {
        __dovetail_write_fails(s, result);
        return -1;
    }
    __dovetail_written(s, 1);
    return (unsigned char)c;
}

int putc(int c, void *stream) {
    return fputc(c, stream);
}

/* What fails on the standard output changes no more than errno: ferror says anything of it. */
static int __dovetail_put(int result, int otherwise) {
    if (__dovetail_errno_matters() && result < 0)
        __dovetail_fails(result);
    return result < 0 ? -1 : otherwise;
}

int putchar(int c) {
    return __dovetail_put(__VERIFIER_nondet_int(), (unsigned char)c);
}

int putc_unlocked(int c, void *stream) {
    return fputc(c, stream);
}

int fputc_unlocked(int c, void *stream) {
    return fputc(c, stream);
}

int putchar_unlocked(int c) {
    return putchar(c);
}

/* Where it succeeds, the result is not negative: C says no more. */
int fputs(const char *text, void *stream) {
    struct __dovetail_stream *s = __dovetail_output(stream);
    int result = __VERIFIER_nondet_int();
    long long n = 0;
    while (text[n] != 0)
        n++;
    if (result < 0) {
        __dovetail_write_fails(s, result);
        return -1;
    }
    __dovetail_written(s, n);
    return result;
}

int puts(const char *text) {
    int result = __VERIFIER_nondet_int();
    __dovetail_string_is_read(text);
    return __dovetail_put(result, result);
}

size_t fwrite(const void *from, size_t size, size_t count, void *stream) {
    struct __dovetail_stream *s = __dovetail_stream(stream);
    size_t written;
    int result;
    if (size == 0 || count == 0)
        return 0;
    (void)__dovetail_output(s);
    if (size * count / size != count)
        __dovetail_unsupported("fwrite of more bytes than there can be");
    __dovetail_readable(from, size * count);
    written = __VERIFIER_nondet_size_t();
    if (written < count) {
        result = __VERIFIER_nondet_int();
        __dovetail_write_fails(s, result);
        return written;
    }
    __dovetail_written(s, (long long)(size * count));
    return count;
}

void perror(const char *s) {
    if (s != 0)
        __dovetail_string_is_read(s);
}

/* Places. */

static int __dovetail_seeks(struct __dovetail_stream *s, long long offset, int whence) {
    int result;
    long long from = whence == 0 ? 0 : whence == 1 ? s->position : ANYWHERE;
    if (whence < 0 || whence > 2 || (from >= 0 && from + offset < 0)) {
        *__errno_location() = 22; /* EINVAL */
        return -1;
    }
    if (s->facts & PIPE) {
        *__errno_location() = 29; /* ESPIPE */
        return -1;
    }
    if (whence == 2)
        __dovetail_not_private(s);
    result = __VERIFIER_nondet_int();
    if (result < 0) {
        __dovetail_fails(result);
        return -1;
    }
    s->at_end = 0;
    s->pushed = 0;
    s->position = from >= 0 ? from + offset : from;
    return 0;
}

int fseek(void *stream, long offset, int whence) {
    return __dovetail_seeks(__dovetail_stream(stream), offset, whence);
}

int fseeko(void *stream, long long offset, int whence) {
    return __dovetail_seeks(__dovetail_stream(stream), offset, whence);
}

static long long __dovetail_tells(struct __dovetail_stream *s, long long most) {
    int result = __VERIFIER_nondet_int();
    if (s->facts & PIPE) {
        *__errno_location() = 29; /* ESPIPE */
        return -1;
    }
    if (s->position == NOT_FOLLOWED)
        __dovetail_unsupported("where a stream is behind what was printed, or behind a character put back at its start");
    if (s->position == ANYWHERE)
        __dovetail_not_private(s);
    if (s->position == ANYWHERE)
        s->position = __VERIFIER_nondet_longlong() & __LONG_LONG_MAX__;
    if (result < 0 || s->position > most) {
        __dovetail_fails(result);
        return -1;
    }
    return s->position;
}

long ftell(void *stream) {
    return (long)__dovetail_tells(__dovetail_stream(stream), __LONG_MAX__);
}

long long ftello(void *stream) {
    return __dovetail_tells(__dovetail_stream(stream), __LONG_LONG_MAX__);
}

/* Nobody is told if it fails. */
void rewind(void *stream) {
    struct __dovetail_stream *s = __dovetail_stream(stream);
    int result = __VERIFIER_nondet_int();
    if (result >= 0 && !(s->facts & PIPE)) {
        s->position = 0;
        s->pushed = 0;
    } else {
        __dovetail_fails(result);
    }
    s->at_end = 0;
    s->failed = 0;
}

int fgetpos(void *stream, void *place) {
    struct __dovetail_stream *s = __dovetail_stream(stream);
    if (s->facts & PIPE) {
        *__errno_location() = 29; /* ESPIPE */
        return -1;
    }
    if (__dovetail_zero_or_failure() != 0)
        return -1;
    __VERIFIER_nondet_memory(place, 8);
    return 0;
}

int fsetpos(void *stream, const void *place) {
    struct __dovetail_stream *s = __dovetail_stream(stream);
    __dovetail_readable(place, 8);
    if (s->facts & PIPE) {
        *__errno_location() = 29; /* ESPIPE */
        return -1;
    }
    if (__dovetail_zero_or_failure() != 0)
        return -1;
    s->at_end = 0;
    s->pushed = 0;
    s->position = NOT_FOLLOWED;
    return 0;
}

/* Locks mean nothing to a single thread. */
void flockfile(void *stream) {
    (void)__dovetail_stream(stream);
}

int ftrylockfile(void *stream) {
    (void)__dovetail_stream(stream);
    return 0;
}

void funlockfile(void *stream) {
    (void)__dovetail_stream(stream);
}

/* Files by name. */

int remove(const char *path) {
    return __dovetail_no_path(path) ? -1 : __dovetail_zero_or_failure();
}

int rename(const char *from, const char *to) {
    int none = __dovetail_no_path(from);
    return __dovetail_no_path(to) || none ? -1 : __dovetail_zero_or_failure();
}

/* Any name of a file, with room for L_tmpnam characters (20 in glibc and musl). */
char *tmpnam(char *to) {
    static char name[20];
    if (__VERIFIER_nondet_int() < 0)
        return 0;
    if (to == 0)
        to = name;
    __VERIFIER_nondet_memory(to, 19);
    to[0] = '/';
    to[19] = 0;
    return to;
}
