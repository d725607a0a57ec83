/* Models of <libgen.h>, and of getsubopt of <stdlib.h>.
 *
 * basename has two meanings: that of POSIX, and that of glibc's <string.h>, which leaves the path alone and gives nothing
 * behind a slash at the end. Where they differ nothing is known. */

typedef __SIZE_TYPE__ size_t;

int __dovetail_choice(void);
void __dovetail_unsupported(const char *reason);
size_t strlen(const char *s);
int strncmp(const char *left, const char *right, size_t n);

/* What is changed in the path beside the end of the result is up to the library, and so is where a result is that need
 * not be in the path. */
char *__xpg_basename(char *path) {
    static const char here[] = ".";
    size_t n = 0;
    if (path == 0 || *path == 0)
        return (char *)here;
    while (path[n] == '/')
        n++;
    if (path[n] == 0) { /* nothing but slashes */
        if (__dovetail_choice() == 0)
            return path + n - 1;
        path[1] = 0;
        return path;
    }
    n = strlen(path) - 1;
    for (; path[n] == '/'; n--)
        if (path[n - 1] != '/' || __dovetail_choice() != 0)
            path[n] = 0;
    for (; n > 0 && path[n - 1] != '/'; n--)
        ;
    return path + n;
}

char *basename(char *path) {
    if (path == 0 || *path == 0 || path[strlen(path) - 1] == '/')
        __dovetail_unsupported("basename of nothing or of a path that ends in a slash: there are two of that name");
    return __xpg_basename(path);
}

static char *__dovetail_root(char *path) {
    static const char root[] = "/";
    if (path[1] == '/' && path[2] != '/')
        __dovetail_unsupported("dirname of a path that begins with two slashes");
    if (__dovetail_choice() != 0)
        return (char *)root;
    path[1] = 0;
    return path;
}

char *dirname(char *path) {
    static const char here[] = ".";
    size_t n;
    if (path == 0 || *path == 0)
        return (char *)here;
    n = strlen(path) - 1;
    for (; path[n] == '/'; n--)
        if (n == 0)
            return __dovetail_root(path);
    for (; path[n] != '/'; n--)
        if (n == 0)
            return (char *)here;
    for (; path[n] == '/'; n--)
        if (n == 0)
            return __dovetail_root(path);
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
