static unsigned long next_number, next_piece;

static const struct test *this_test(void) {
    static const struct test *found;
    if (!found) {
        const char *name = getenv("DOVETAIL_TEST");
        const int number = name ? atoi(name) : 0;
        for (found = tests; found->number && found->number != number;)
            found++;
    }
    return found;
}

void __dovetail_input(void *to, unsigned size, const char *type) {
    const struct test *test = this_test();
    const unsigned most = sizeof *test->numbers;
    (void)type;
    memset(to, 0, size);
    if (next_number < test->number_count)
        memcpy(to, &test->numbers[next_number], size < most ? size : most);
    next_number++;
}

void __dovetail_uninitialised(void *to, unsigned long size) {
    const struct test *test = this_test();
    memset(to, 0, size);
    if (next_piece < test->memory_count) {
        const unsigned long most = test->memory[next_piece].size;
        memcpy(to, test->memory[next_piece].bytes, size < most ? size : most);
    }
    next_piece++;
}

/* Tells the judge, if there is one, and ends the program. */
static void end(const char *said, const char *text) {
    const char *to = getenv("DOVETAIL_REPORT");
    fflush(stdout);
    fprintf(stderr, "%s\n", text);
    if (to && write(atoi(to), said, strlen(said)) < 0)
        perror("write");
    _exit(1);
}

@EXPECTED@
#define WEAK __attribute__((weak))
WEAK void reach_error(void) { end("V", "reach_error was called"); }
WEAK void __VERIFIER_error(void) { end("V", "__VERIFIER_error was called"); }
WEAK void __assert_fail(const char *condition, const char *file, unsigned line, const char *function) {
    char said[32];
    fprintf(stderr, "%s:%u: %s: %s does not hold\n", file, line, function, condition);
    snprintf(said, sizeof said, "V %u", line);
    end(said, "an assertion failed");
}
WEAK void __VERIFIER_assume(int condition) {
    if (!condition)
        end("A", "an assumption does not hold");
}
WEAK void __VERIFIER_nondet_memory(void *to, unsigned long size) { __dovetail_uninitialised(to, size); }
WEAK void *__dovetail_made(unsigned long size) {
    void *block = malloc(size ? size : 1);
    if (block)
        __dovetail_uninitialised(block, size);
    remember_block(block);
    return block;
}

/* Functions without a body. The result is all that matters of their types. */
