/* What is there after the call: the result, global variables, and the blocks that the call was given. */
#define MOST_BLOCKS 64
static const char *places[1 + GLOBALS + MOST_BLOCKS];
static int block_count;

void __dovetail_observe(int place, const void *at) { places[place] = at; }

static void remember_block(const void *block) {
    if (block_count < MOST_BLOCKS)
        places[1 + GLOBALS + block_count++] = block;
}

static void show(const char *at, unsigned long size) {
    unsigned long i;
    long long number = 0;
    if (size <= sizeof number) {
        memcpy(&number, at, size);
        if (size < sizeof number && number >> (8 * size - 1))
            number -= 1LL << 8 * size;
        fprintf(stderr, "%lld (", number);
    }
    for (i = size; i > 0; i--)
        fprintf(stderr, "%02x", (unsigned char)at[i - 1]);
    fprintf(stderr, size <= sizeof number ? ")" : "");
}

void __dovetail_compare(void) {
    const struct expected *one = 0;
    const int number = this_test()->number;
    int i, differ = 0;
    for (i = 0; expectations[i].number; i++)
        if (expectations[i].number == number)
            one = expectations[i].expected;
    for (; one && one->what; one++) {
        const char *at = places[one->place] + one->offset;
        if (one->leads_to >= 0) {
            const char *pointer;
            memcpy(&pointer, at, sizeof pointer);
            if (pointer == places[one->leads_to] + one->at)
                continue;
            fprintf(stderr, "%s does not lead to %s\n", one->what, one->value);
        } else {
            if (!memcmp(at, one->bytes, one->size))
                continue;
            fprintf(stderr, "%s is ", one->what);
            show(at, one->size);
            fprintf(stderr, ", and not %s\n", one->value);
        }
        differ++;
    }
    if (differ)
        end("D", "not all is as expected after the call");
}
