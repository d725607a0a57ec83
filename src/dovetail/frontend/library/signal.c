/* Models of signals that are ignored or left to the system, and of sets of them. A handler may be called at any moment, and
 * is not modelled. */

typedef __SIZE_TYPE__ size_t;
typedef void (*__dovetail_disposition)(int);

int __dovetail_choice(void);
void __dovetail_unsupported(const char *reason);
void __dovetail_fill(void *to, int byte, size_t n);
int *__errno_location(void);

static int __dovetail_no_signal(void) {
    *__errno_location() = 22; /* EINVAL */
    return -1;
}

/* SIG_DFL is 0, SIG_IGN is 1, SIG_ERR is -1. What a signal is left to at first is up to who has started the program. */
__dovetail_disposition signal(int number, __dovetail_disposition handler) {
    static char known[65]; /* 0 if it is not known yet, else 1 and the disposition */
    int before;
    if (handler != 0 && handler != (__dovetail_disposition)1)
        __dovetail_unsupported("a function that is called when a signal comes");
    if (number < 1 || number > 64 || number == 9 || number == 19) {
        __dovetail_no_signal();
        return (__dovetail_disposition)-1;
    }
    before = known[number] != 0 ? known[number] - 1 : __dovetail_choice() != 0;
    known[number] = handler == 0 ? 1 : 2;
    return before ? (__dovetail_disposition)1 : 0;
}

typedef struct {
    unsigned long words[128 / sizeof(long)];
} sigset_t;

enum { __dovetail_word_bits = 8 * sizeof(long) };

int sigemptyset(sigset_t *set) {
    __dovetail_fill(set, 0, sizeof *set);
    return 0;
}

/* Of the numbers that the library keeps for itself it may leave some out. */
int sigfillset(sigset_t *set) {
    __dovetail_fill(set, 255, sizeof *set);
    set->words[31 / __dovetail_word_bits] &= ~((unsigned long)(__dovetail_choice() & 7) << 31 % __dovetail_word_bits);
    return 0;
}

int sigaddset(sigset_t *set, int number) {
    unsigned bit = (unsigned)number - 1;
    if (bit > 63)
        return __dovetail_no_signal();
    set->words[bit / __dovetail_word_bits] |= 1ul << bit % __dovetail_word_bits;
    return 0;
}

int sigdelset(sigset_t *set, int number) {
    unsigned bit = (unsigned)number - 1;
    if (bit > 63)
        return __dovetail_no_signal();
    set->words[bit / __dovetail_word_bits] &= ~(1ul << bit % __dovetail_word_bits);
    return 0;
}

int sigismember(const sigset_t *set, int number) {
    unsigned bit = (unsigned)number - 1;
    if (bit > 63)
        return __dovetail_no_signal();
    return set->words[bit / __dovetail_word_bits] >> bit % __dovetail_word_bits & 1;
}
