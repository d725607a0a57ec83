/* Models of <stdio.h>: output that leaves the state as it was, and characters read from somewhere.
 *
 * Any of these may fail, so each result is any value of its type. puts, fputs and perror read their string (so that
 * one which is not valid is found). What printf and fprintf read and write is in their format: the front end makes
 * statements of it (frontend/formats.py), and the machine walks along it here. Where that cannot be done because the
 * format is no literal, and of vprintf and vfprintf, it is a listed assumption that it fits the arguments.
 *
 * Left out, and so unsupported where used, because they write memory: sprintf, snprintf, vsprintf, vsnprintf,
 * asprintf, vasprintf, dprintf, scanf, fscanf, sscanf, fread, getline, getdelim, gets; and because their results
 * are not scalars: fopen, fdopen, freopen, tmpfile.
 */

typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;

int __VERIFIER_nondet_int(void);
size_t strlen(const char *s);

/* A string that is printed: to its end, or so many characters of it if there are to be no more. */
void __dovetail_read_string(const char *s, int most) {
    for (int i = 0; (most < 0 || i < most) && s[i] != 0; i++)
        ;
}

#ifndef __DOVETAIL__
int __dovetail_choice(void);

static void __dovetail_walk(const char *f, va_list list) {
    while (*f != 0) {
        int most = -1, longs = 0;
        if (*f++ != '%')
            continue;
        if (*f == '%') {
            f++;
            continue;
        }
        while (*f == '-' || *f == '+' || *f == ' ' || *f == '#' || *f == '0' || *f == '\'' || *f == 'I')
            f++;
        if (*f == '*')
            (void)__builtin_va_arg(list, int), f++;
        while (*f >= '0' && *f <= '9')
            f++;
        if (*f == '.') {
            int below = *++f == '-';
            f += below;
            if (*f == '*') {
                most = __builtin_va_arg(list, int), f++;
            } else {
                for (most = 0; *f >= '0' && *f <= '9'; f++)
                    most = most * 10 + (*f - '0');
                most = below ? -1 : most;
            }
        }
        for (;; f++) {
            if (*f == 'h')
                longs--;
            else if (*f == 'l' || *f == 'z' || *f == 'Z' || *f == 't')
                longs++;
            else if (*f == 'L' || *f == 'q' || *f == 'j')
                longs += 2;
            else
                break;
        }
        switch (*f) {
        case 0:
            return;
        case 'm':
            break;
        case 's':
            if (longs)
                return;
            __dovetail_read_string(__builtin_va_arg(list, const char *), most);
            break;
        case 'n': {
            void *to = __builtin_va_arg(list, void *);
            int count = __dovetail_choice();
            if (longs >= 2)
                *(long long *)to = count;
            else if (longs == 1)
                *(long *)to = count;
            else if (longs == 0)
                *(int *)to = count;
            else if (longs == -1)
                *(short *)to = (short)count;
            else
                *(signed char *)to = (signed char)count;
            break;
        }
        case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
            if (longs >= 2)
                (void)__builtin_va_arg(list, long double);
            else
                (void)__builtin_va_arg(list, double);
            break;
        case 'c': case 'p':
            (void)__builtin_va_arg(list, void *);
            break;
        default:
            if (longs >= 2)
                (void)__builtin_va_arg(list, long long);
            else
                (void)__builtin_va_arg(list, long);
        }
        f++;
    }
}
#endif

int printf(const char *format, ...) {
#ifdef __DOVETAIL__
    (void)format;
#else
    va_list list;
    __builtin_va_start(list, format);
    __dovetail_walk(format, list);
    __builtin_va_end(list);
#endif
    return __VERIFIER_nondet_int();
}

int fprintf(void *stream, const char *format, ...) {
    (void)stream;
#ifdef __DOVETAIL__
    (void)format;
#else
    va_list list;
    __builtin_va_start(list, format);
    __dovetail_walk(format, list);
    __builtin_va_end(list);
#endif
    return __VERIFIER_nondet_int();
}

int vprintf(const char *format, va_list arguments) {
    (void)format;
    (void)arguments;
    return __VERIFIER_nondet_int();
}

int vfprintf(void *stream, const char *format, va_list arguments) {
    (void)stream;
    (void)format;
    (void)arguments;
    return __VERIFIER_nondet_int();
}

int puts(const char *s) {
    (void)strlen(s);
    return __VERIFIER_nondet_int();
}

int fputs(const char *s, void *stream) {
    (void)strlen(s);
    (void)stream;
    return __VERIFIER_nondet_int();
}

void perror(const char *s) {
    if (s != 0)
        (void)strlen(s);
}

int putchar(int c) {
    (void)c;
    return __VERIFIER_nondet_int();
}

int fputc(int c, void *stream) {
    (void)c;
    (void)stream;
    return __VERIFIER_nondet_int();
}

int putc(int c, void *stream) {
    (void)c;
    (void)stream;
    return __VERIFIER_nondet_int();
}

int fflush(void *stream) {
    (void)stream;
    return __VERIFIER_nondet_int();
}

/* A byte, or -1 (EOF). */
int getchar(void) {
    int c = __VERIFIER_nondet_int();
    return c < 0 ? -1 : c & 255;
}

int fgetc(void *stream) {
    (void)stream;
    return getchar();
}

int getc(void *stream) {
    (void)stream;
    return getchar();
}

char *fgets(char *to, int size, void *stream) {
    int n = 0;
    (void)stream;
    if (size <= 0)
        return 0;
    while (n < size - 1) {
        int c = getchar();
        if (c < 0)
            break;
        to[n] = (char)c;
        n++;
        if (c == '\n')
            break;
    }
    if (n == 0 && size > 1)
        return 0;
    to[n] = 0;
    return to;
}
