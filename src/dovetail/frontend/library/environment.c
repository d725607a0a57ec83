/* Models of the environment of <stdlib.h>, and of system.
 *
 * Whether a variable is there and what it holds is found out when it is first asked for, and then stays: up to 15
 * characters, of up to four variables. (The first is a bound, and is listed as one.) What is set by setenv is
 * shorter than 64 characters; what is set by putenv is the program's own string. system may return anything.
 */

typedef __SIZE_TYPE__ size_t;

int __VERIFIER_nondet_int(void);
void __VERIFIER_nondet_memory(void *at, size_t n);
int __dovetail_choice(void);
void __dovetail_unsupported(const char *reason);
void *__dovetail_allocate_zeroed(size_t n);
void __dovetail_free(void *block);
void *__dovetail_open(size_t n);
void __dovetail_close(void *block);
void __dovetail_copy(void *to, const void *from, size_t n);
int *__errno_location(void);
size_t strlen(const char *s);
int strncmp(const char *left, const char *right, size_t n);

enum { __dovetail_variables = 4, __dovetail_longest_name = 31, __dovetail_longest_value = 15, __dovetail_room = 64 };

struct __dovetail_variable {
    char name[__dovetail_longest_name + 1];
    char *value; /* null if it is not there */
    char *text;  /* name=value, if that is the program's own */
    char *own;   /* what the library keeps, without room behind its end */
};

static struct __dovetail_variable __dovetail_environment[__dovetail_variables];
static int __dovetail_known; /* so many of them are in use */
static int __dovetail_cleared;

static struct __dovetail_variable *__dovetail_find(const char *name, size_t length) {
    struct __dovetail_variable *found;
    for (int i = 0; i < __dovetail_known; i++) {
        found = &__dovetail_environment[i];
        if (found->text != 0 && (strncmp(found->text, found->name, strlen(found->name)) != 0))
            __dovetail_unsupported("a string given to putenv has got another name");
        if (strncmp(found->name, name, length) == 0 && found->name[length] == 0)
            return found;
    }
    if (__dovetail_known == __dovetail_variables)
        __dovetail_unsupported("more than four variables of the environment");
    if (length > __dovetail_longest_name)
        __dovetail_unsupported("a variable of the environment with a long name");
    found = &__dovetail_environment[__dovetail_known];
    __dovetail_known++;
    __dovetail_copy(found->name, name, length);
    found->name[length] = 0;
    if (!__dovetail_cleared && __dovetail_choice() != 0) {
        length = (unsigned)__dovetail_choice() % (__dovetail_longest_value + 1);
        found->own = __dovetail_open(length + 1);
        __VERIFIER_nondet_memory(found->own, length);
        found->own[length] = 0;
        found->value = found->own;
    }
    return found;
}

/* The length of a name, or 0 if it is none. */
static size_t __dovetail_name_length(const char *name) {
    size_t n = 0;
    while (name[n] != 0 && name[n] != '=')
        n++;
    return name[n] == 0 ? n : 0;
}

/* No variable is called so, but some libraries find one that is called A and holds B=C by the name A=B. */
char *getenv(const char *name) {
    size_t length = __dovetail_name_length(name);
    if (length == 0 && *name != 0)
        __dovetail_unsupported("getenv of a name with '='");
    return length == 0 ? 0 : __dovetail_find(name, length)->value;
}

/* A program with more rights than its user finds nothing. */
char *secure_getenv(const char *name) {
    static int secure; /* 1 if not, 2 if so */
    if (secure == 0)
        secure = __dovetail_choice() != 0 ? 1 : 2;
    return secure == 1 ? getenv(name) : 0;
}

/* Is there memory for another one? */
static int __dovetail_is_room(void) {
    void *block = __dovetail_allocate_zeroed(1);
    if (block == 0)
        return 0;
    __dovetail_free(block);
    return 1;
}

static void __dovetail_forget(struct __dovetail_variable *variable) {
    variable->value = 0;
    variable->text = 0;
}

int setenv(const char *name, const char *value, int overwrite) {
    struct __dovetail_variable *variable;
    size_t length = 0, size;
    char *kept;
    if (name == 0 || (length = __dovetail_name_length(name)) == 0) {
        *__errno_location() = 22; /* EINVAL */
        return -1;
    }
    size = strlen(value) + 1;
    variable = __dovetail_find(name, length);
    if (variable->value != 0 && !overwrite)
        return 0;
    if (!__dovetail_is_room())
        return -1;
    if (size > __dovetail_room)
        __dovetail_unsupported("a variable of the environment with a long value");
    kept = __dovetail_open(size);
    __dovetail_copy(kept, value, size);
    if (variable->own != 0 && __dovetail_choice() != 0)
        __dovetail_close(variable->own); /* pointers from getenv may be of no use any more */
    variable->own = kept;
    variable->value = variable->own;
    variable->text = 0;
    return 0;
}

int unsetenv(const char *name) {
    size_t length = 0;
    if (name == 0 || (length = __dovetail_name_length(name)) == 0) {
        *__errno_location() = 22; /* EINVAL */
        return -1;
    }
    __dovetail_forget(__dovetail_find(name, length));
    return 0;
}

/* Without a '=' it takes the variable away (glibc, musl). */
int putenv(char *text) {
    struct __dovetail_variable *variable;
    size_t length = 0;
    while (text[length] != 0 && text[length] != '=')
        length++;
    if (text[length] == 0)
        return unsetenv(text);
    if (length == 0)
        __dovetail_unsupported("putenv of a variable without a name");
    if (!__dovetail_is_room())
        return -1;
    variable = __dovetail_find(text, length);
    variable->text = text;
    variable->value = text + length + 1;
    return 0;
}

int clearenv(void) {
    for (int i = 0; i < __dovetail_known; i++)
        __dovetail_forget(&__dovetail_environment[i]);
    __dovetail_cleared = 1;
    return 0;
}

int system(const char *command) {
    static int shell; /* is there one? 1 if not, 2 if so */
    if (command == 0) {
        if (shell == 0)
            shell = __dovetail_choice() != 0 ? 1 : 2;
        return shell == 2 ? __dovetail_choice() | 1 : 0;
    }
    (void)strlen(command);
    if (__dovetail_choice() != 0)
        *__errno_location() = __VERIFIER_nondet_int() & 0x7fffffff;
    return __VERIFIER_nondet_int();
}
