/* What copies become under _FORTIFY_SOURCE: each is told how much room there is behind its first argument, as far as
 * the compiler knows, and ends the program rather than write beyond. A room of (size_t)-1 is not known.
 */

typedef __SIZE_TYPE__ size_t;

void __dovetail_stop(void);
void *memcpy(void *to, const void *from, size_t n);
void *mempcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
char *strcpy(char *to, const char *from);
char *stpcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t n);
char *stpncpy(char *to, const char *from, size_t n);
char *strcat(char *to, const char *from);
char *strncat(char *to, const char *from, size_t n);
size_t strlen(const char *text);
size_t strnlen(const char *text, size_t n);

void *__memcpy_chk(void *to, const void *from, size_t n, size_t room) {
    if (room < n)
        __dovetail_stop();
    return memcpy(to, from, n);
}

void *__mempcpy_chk(void *to, const void *from, size_t n, size_t room) {
    if (room < n)
        __dovetail_stop();
    return mempcpy(to, from, n);
}

void *__memmove_chk(void *to, const void *from, size_t n, size_t room) {
    if (room < n)
        __dovetail_stop();
    return memmove(to, from, n);
}

void *__memset_chk(void *to, int byte, size_t n, size_t room) {
    if (room < n)
        __dovetail_stop();
    return memset(to, byte, n);
}

char *__strcpy_chk(char *to, const char *from, size_t room) {
    if (room != (size_t)-1 && strlen(from) >= room)
        __dovetail_stop();
    return strcpy(to, from);
}

char *__stpcpy_chk(char *to, const char *from, size_t room) {
    if (room != (size_t)-1 && strlen(from) >= room)
        __dovetail_stop();
    return stpcpy(to, from);
}

char *__strncpy_chk(char *to, const char *from, size_t n, size_t room) {
    if (room < n)
        __dovetail_stop();
    return strncpy(to, from, n);
}

char *__stpncpy_chk(char *to, const char *from, size_t n, size_t room) {
    if (room < n)
        __dovetail_stop();
    return stpncpy(to, from, n);
}

char *__strcat_chk(char *to, const char *from, size_t room) {
    if (room != (size_t)-1 && strlen(to) + strlen(from) >= room)
        __dovetail_stop();
    return strcat(to, from);
}

char *__strncat_chk(char *to, const char *from, size_t n, size_t room) {
    if (room != (size_t)-1 && strlen(to) + strnlen(from, n) >= room)
        __dovetail_stop();
    return strncat(to, from, n);
}
