/* Models of <search.h>: linear search, a table, a tree, and a linked list. */

typedef __SIZE_TYPE__ size_t;

int __dovetail_choice(void);
void *malloc(size_t n);
void free(void *block);
void __dovetail_copy(void *to, const void *from, size_t n);
int *__errno_location(void);
int strcmp(const char *left, const char *right);
void __dovetail_unsupported(const char *reason);

void *lfind(const void *key, const void *base, size_t *count, size_t width,
            int (*compare)(const void *, const void *)) {
    const char *elements = base;
    size_t n = *count;
    for (size_t i = 0; i < n; i++)
        if (compare(key, elements + i * width) == 0)
            return (void *)(elements + i * width);
    return 0;
}

void *lsearch(const void *key, void *base, size_t *count, size_t width, int (*compare)(const void *, const void *)) {
    void *found = lfind(key, base, count, width, compare);
    if (found != 0)
        return found;
    found = (char *)base + *count * width;
    __dovetail_copy(found, key, width);
    *count += 1;
    return found;
}

struct qelem {
    struct qelem *next, *previous;
};

/* Behind `previous`, or as the only one if that is null. */
void insque(void *element, void *previous) {
    struct qelem *one = element, *before = previous;
    if (before == 0) {
        one->next = 0;
        one->previous = 0;
        return;
    }
    one->next = before->next;
    one->previous = before;
    before->next = one;
    if (one->next != 0)
        one->next->previous = one;
}

void remque(void *element) {
    struct qelem *one = element;
    if (one->next != 0)
        one->next->previous = one->previous;
    if (one->previous != 0)
        one->previous->next = one->next;
}

typedef struct entry {
    char *key;
    void *data;
} ENTRY;

struct __dovetail_entry {
    ENTRY entry;
    struct __dovetail_entry *next;
};

static struct __dovetail_entry *__dovetail_entries;
static size_t __dovetail_room, __dovetail_used;
static int __dovetail_table;

/* There is room for so many, and perhaps for more. */
int hcreate(size_t count) {
    if (__dovetail_table)
        __dovetail_unsupported("hcreate of a second table");
    if (__dovetail_choice() == 0) {
        *__errno_location() = 12; /* ENOMEM */
        return 0;
    }
    __dovetail_table = 1;
    __dovetail_room = count;
    __dovetail_used = 0;
    return 1;
}

void hdestroy(void) {
    while (__dovetail_entries != 0) {
        struct __dovetail_entry *next = __dovetail_entries->next;
        free(__dovetail_entries);
        __dovetail_entries = next;
    }
    __dovetail_table = 0;
}

/* FIND is 0, ENTER is 1. */
ENTRY *hsearch(ENTRY item, int action) {
    struct __dovetail_entry *one = __dovetail_entries;
    if (!__dovetail_table)
        __dovetail_unsupported("hsearch without a table");
    for (; one != 0; one = one->next)
        if (strcmp(one->entry.key, item.key) == 0)
            return &one->entry;
    if (action != 1) {
        if (__dovetail_choice() != 0)
            *__errno_location() = 3; /* ESRCH */
        return 0;
    }
    if (__dovetail_used >= __dovetail_room && __dovetail_choice() == 0) {
        *__errno_location() = 12; /* ENOMEM */
        return 0;
    }
    one = malloc(sizeof *one);
    if (one == 0)
        return 0;
    one->entry = item;
    one->next = __dovetail_entries;
    __dovetail_entries = one;
    __dovetail_used++;
    return &one->entry;
}

/* A tree that is not balanced: which comparisons are made is up to the library, and so is what twalk and tdelete would show
 * of its shape. */
struct __dovetail_branch {
    const void *key;
    struct __dovetail_branch *less, *more;
};

static struct __dovetail_branch **__dovetail_place(const void *key, void **root,
                                                   int (*compare)(const void *, const void *)) {
    struct __dovetail_branch **at = (struct __dovetail_branch **)root;
    while (*at != 0) {
        int order = compare(key, (*at)->key);
        if (order == 0)
            break;
        at = order < 0 ? &(*at)->less : &(*at)->more;
    }
    return at;
}

void *tfind(const void *key, void *const *root, int (*compare)(const void *, const void *)) {
    return root == 0 ? 0 : *__dovetail_place(key, (void **)root, compare);
}

void *tsearch(const void *key, void **root, int (*compare)(const void *, const void *)) {
    struct __dovetail_branch **at;
    if (root == 0)
        return 0;
    at = __dovetail_place(key, root, compare);
    if (*at == 0) {
        *at = malloc(sizeof **at);
        if (*at == 0)
            return 0;
        (*at)->key = key;
        (*at)->less = 0;
        (*at)->more = 0;
    }
    return *at;
}
