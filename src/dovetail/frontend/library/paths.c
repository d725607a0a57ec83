/* Models of <libgen.h>, and of getsubopt of <stdlib.h>.
 *
 * basename has two meanings: that of POSIX, and that of glibc's <string.h>, which leaves the path alone and gives nothing
 * behind a slash at the end. Where they differ nothing is known. */

typedef __SIZE_TYPE__ size_t;

int __dovetail_choice(void);
void __dovetail_unsupported(const char *reason);
void __dovetail_copy(void *to, const void *from, size_t n);
size_t strlen(const char *s);
int strncmp(const char *left, const char *right, size_t n);

#define ROOM 256

/* A copy in the object that the next call writes over. */
static char *__dovetail_copied(char *copy, const char *path, size_t n) {
    if (n >= ROOM)
        __dovetail_unsupported("a name of a path that is longer than 255 characters");
    __dovetail_copy(copy, path, n);
    copy[n] = 0;
    return copy;
}

/* What is no part of the path, one character: a constant, or such a copy. */
static char *__dovetail_alone(char *copy, const char *constant) {
    return __dovetail_choice() != 0 ? (char *)constant : __dovetail_copied(copy, constant, 1);
}

/* What is changed in the path beside the end of the result is up to the library, and so is where the result is: in the
 * path, or in an object that the next call may write over. */
char *__xpg_basename(char *path) {
    static char copy[ROOM];
    size_t n = 0, end;
    if (path == 0 || *path == 0)
        return __dovetail_alone(copy, ".");
    while (path[n] == '/')
        n++;
    if (path[n] == 0) { /* nothing but slashes */
        int any = __dovetail_choice();
        if (any == 0)
            return path + n - 1;
        if (any == 1)
            return __dovetail_alone(copy, "/");
        path[1] = 0;
        return path;
    }
    end = strlen(path);
    while (path[end - 1] == '/')
        end--;
    for (n = end; n > 0 && path[n - 1] != '/'; n--)
        ;
    if (__dovetail_choice() != 0)
        return __dovetail_copied(copy, path + n, end - n);
    for (size_t i = end; path[i] != 0; i++)
        if (i == end || __dovetail_choice() != 0)
            path[i] = 0;
    return path + n;
}

char *basename(char *path) {
    if (path == 0 || *path == 0 || path[strlen(path) - 1] == '/')
        __dovetail_unsupported("basename of nothing or of a path that ends in a slash: there are two of that name");
    return __xpg_basename(path);
}

static char *__dovetail_root(char *path, char *copy) {
    if (path[1] == '/' && path[2] != '/')
        __dovetail_unsupported("dirname of a path that begins with two slashes");
    if (__dovetail_choice() != 0)
        return __dovetail_alone(copy, "/");
    path[1] = 0;
    return path;
}

char *dirname(char *path) {
    static char copy[ROOM];
    size_t n;
    if (path == 0 || *path == 0)
        return __dovetail_alone(copy, ".");
    n = strlen(path) - 1;
    for (; path[n] == '/'; n--)
        if (n == 0)
            return __dovetail_root(path, copy);
    for (; path[n] != '/'; n--)
        if (n == 0)
            return __dovetail_alone(copy, ".");
    for (; path[n] == '/'; n--)
        if (n == 0)
            return __dovetail_root(path, copy);
    if (__dovetail_choice() != 0)
        return __dovetail_copied(copy, path, n + 1);
    path[n + 1] = 0;
    return path;
}

/* What is up to the next comma, if it is one of the tokens, with its value behind '='; else -1 and all of it. */
int getsubopt(char **options, char *const *tokens, char **value) {
    char *s = *options;
    size_t n = 0;
    if (*s == 0 && __dovetail_choice() != 0)
        return -1; /* there is no value either */
    *value = 0;
    while (s[n] != 0 && s[n] != ',')
        n++;
    *options = s + n;
    if (s[n] == ',') {
        s[n] = 0;
        *options = s + n + 1;
    }
    for (int i = 0; tokens[i] != 0; i++) {
        size_t length = strlen(tokens[i]);
        if (strncmp(tokens[i], s, length) != 0)
            continue;
        if (s[length] == '=')
            *value = s + length + 1;
        else if (s[length] != 0)
            continue;
        return i;
    }
    *value = s;
    return -1;
}
