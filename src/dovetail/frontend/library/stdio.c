/* Models of <stdio.h>: output that leaves the state as it was, and characters read from somewhere.
 *
 * Any of these may fail, so each result is any value of its type. puts, fputs and perror read their string (so that
 * one which is not valid is found). Assumed of printf and its kin: the format and the arguments that it reads are
 * valid, and there is no %n.
 *
 * Left out, and so unsupported where used, because they write memory: sprintf, snprintf, vsprintf, vsnprintf,
 * asprintf, vasprintf, dprintf, scanf, fscanf, sscanf, fread, getline, getdelim, gets; and because their results
 * are not scalars: fopen, fdopen, freopen, tmpfile.
 */

typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;

int __VERIFIER_nondet_int(void);
size_t strlen(const char *s);

int printf(const char *format, ...) {
    (void)format;
    return __VERIFIER_nondet_int();
}

int fprintf(void *stream, const char *format, ...) {
    (void)stream;
    (void)format;
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
