/* The run-time half of clang's undefined-behaviour sanitizer for integer arithmetic.
 *
 * Which of the checks count is decided here, at run time: an amount of shift that is not checked is taken
 * modulo the width by the machine, so the handler returns; a division by zero cannot go on and is
 * undefined even if it is not checked.
 */
#include "harness.h"

/* As clang lays them out. */
struct location { const char *file; u32 line, column; };
struct type { u16 kind, width_and_sign; char name[]; };
struct operation { struct location location; const struct type *type; };
struct shift { struct location location; const struct type *left, *right; };

static void place(const struct location *location) {
    struct report *report = __dovetail_report;
    const char *file = location->file ? location->file : "";
    report->record.line = location->line;
    report->record.column = location->column;
    report->record.file_bytes = 0;
    while (*file && report->record.file_bytes < TEXT)
        report->file[report->record.file_bytes++] = *file++;
    __dovetail_trace(__builtin_frame_address(0)); /* for whoever called the library, if it is there */
}

static u32 width(const struct type *type) { return 1u << (type->width_and_sign >> 1); }
static int is_signed(const struct type *type) { return type->width_and_sign & 1; }

/* A value is handed over in a word if it fits, otherwise by address; of a wide one the lower half is enough
 * for the tests below, since the upper half only repeats the sign or is said to be there. */
struct number { u64 low; i64 high; };

static struct number number(const struct type *type, uptr word) {
    const u32 bits = width(type);
    struct number value = {word, 0};
    if (bits > 64)
        value.low = ((const u64 *)word)[0], value.high = ((const i64 *)word)[1];
    else {
        if (bits > 8 * sizeof(uptr))
            value.low = *(const u64 *)word;
        if (bits < 64) {
            value.low &= ((u64)1 << bits) - 1;
            if (is_signed(type) && value.low >> (bits - 1))
                value.low |= ~(u64)0 << bits;
        }
        value.high = is_signed(type) && (i64)value.low < 0 ? -1 : 0;
    }
    return value;
}

static void say_number(const struct type *type, struct number value) {
    if (value.high == 0)
        __dovetail_say_unsigned(value.low);
    else if (value.high == -1 && is_signed(type))
        __dovetail_say_signed((i64)value.low);
    else
        __dovetail_say("a wide number");
}

static void say_operation(const struct type *left, struct number a, const char *operator, const struct type *right,
                          struct number b) {
    say_number(left, a);
    __dovetail_say(operator);
    say_number(right, b);
}

static void outside(const struct type *type) {
    __dovetail_say(" is outside of ");
    __dovetail_say(type->name);
}

/* While a clause of a contract is computed nothing is looked at: it has no checks of its own. */
static u32 unwatched;

void __dovetail_unwatched(void) { unwatched++; }
int __dovetail_watched(int condition) {
    unwatched--;
    return condition;
}

/* In a model of the library whose mistakes are its caller's (`Model.watched`)? */
static int in_watched_model(const char *file) {
    const char *name = "<library, watched ";
    while (*name && *file == *name)
        file++, name++;
    return !*name;
}

/* Is it asked for, and in the user's own text? */
static int counts(enum check check, const struct location *location) {
    const char *file = location->file;
    const int own = file && (file[0] != '<' || (check == CHECK_OVERFLOW && in_watched_model(file)));
    return !unwatched && own && (__dovetail_batch->checks & 1u << check) != 0;
}

static enum check overflow_of(const struct type *type) {
    return is_signed(type) ? CHECK_OVERFLOW : CHECK_UNSIGNED_OVERFLOW;
}

static void binary(const struct operation *operation, uptr left, uptr right, const char *operator) {
    const enum check check = overflow_of(operation->type);
    if (!counts(check, &operation->location))
        return; /* it wraps */
    place(&operation->location);
    say_operation(operation->type, number(operation->type, left), operator, operation->type,
                  number(operation->type, right));
    outside(operation->type);
    __dovetail_fault(check);
}

void __ubsan_handle_add_overflow(const struct operation *o, uptr left, uptr right) { binary(o, left, right, " + "); }
void __ubsan_handle_sub_overflow(const struct operation *o, uptr left, uptr right) { binary(o, left, right, " - "); }
void __ubsan_handle_mul_overflow(const struct operation *o, uptr left, uptr right) { binary(o, left, right, " * "); }

void __ubsan_handle_negate_overflow(const struct operation *operation, uptr word) {
    const enum check check = overflow_of(operation->type);
    if (!counts(check, &operation->location))
        return;
    place(&operation->location);
    __dovetail_say("the negative of ");
    say_number(operation->type, number(operation->type, word));
    outside(operation->type);
    __dovetail_fault(check);
}

void __ubsan_handle_divrem_overflow(const struct operation *operation, uptr left, uptr right) {
    const struct number divisor = number(operation->type, right);
    place(&operation->location);
    if (divisor.low == 0 && divisor.high == 0) {
        __dovetail_say("division by zero");
        __dovetail_fault(CHECK_DIVISION_BY_ZERO);
    }
    say_operation(operation->type, number(operation->type, left), " / ", operation->type, divisor);
    outside(operation->type);
    __dovetail_fault(CHECK_OVERFLOW);
}

/* In `c <<= n` the type that clang tells is that of `c`; what is handed over, and shifted, is the promoted value
 * (C17 6.5.7p3). Nothing that is narrower than an `int` is shifted as it is. */
static const struct type *promoted(const struct type *type) {
    static const struct type promotion = {0, 5 << 1 | 1, "'int'"};
    return width(type) < 32 ? &promotion : type;
}

void __ubsan_handle_shift_out_of_bounds(const struct shift *shift, uptr left, uptr right) {
    const struct type *type = promoted(shift->left);
    const struct number amount = number(shift->right, right);
    const int bad_amount = amount.high != 0 || amount.low >= width(type);
    const struct number shifted = number(type, left);
    const int overflows = !bad_amount && (__dovetail_batch->checks & 1u << CHECK_OVERFLOW) != 0;
    const enum check check = overflows ? CHECK_OVERFLOW : CHECK_SHIFT;
    /* Where overflow is not asked for, it is a negative number alone that must not be shifted. */
    if (!counts(check, &shift->location) || (!bad_amount && !overflows && shifted.high == 0))
        return;
    place(&shift->location);
    if (bad_amount) {
        __dovetail_say("shift of ");
        __dovetail_say(type->name);
        __dovetail_say(" by ");
        say_number(shift->right, amount);
    } else {
        say_operation(type, shifted, " << ", shift->right, amount);
        outside(type);
    }
    __dovetail_fault(check);
}

/* A float that does not fit an integer type. */
struct float_cast { struct location location; const struct type *from, *to; };

void __ubsan_handle_float_cast_overflow(const struct float_cast *cast, uptr from) {
    (void)from;
    if (!counts(CHECK_CONVERSION, &cast->location))
        return;
    place(&cast->location);
    __dovetail_say("a float");
    outside(cast->to);
    __dovetail_fault(CHECK_CONVERSION);
}

struct conversion { struct location location; const struct type *from, *to; u8 kind; u32 bits; };

void __ubsan_handle_implicit_conversion(const struct conversion *conversion, uptr from, uptr to) {
    (void)to;
    if (conversion->bits || !counts(CHECK_CONVERSION, &conversion->location))
        return; /* of bit-fields nobody asks */
    place(&conversion->location);
    say_number(conversion->from, number(conversion->from, from));
    outside(conversion->to);
    __dovetail_fault(CHECK_CONVERSION);
}

void __ubsan_handle_vla_bound_not_positive(const struct operation *operation, uptr bound) {
    const struct number length = number(operation->type, bound);
    if (length.low == 0 && length.high == 0)
        return; /* GNU C: an array without elements */
    place(&operation->location);
    __dovetail_say("an array of ");
    say_number(operation->type, number(operation->type, bound));
    __dovetail_say(" elements");
    __dovetail_end(END_UNDEFINED, CHECK_NONE, 0);
}

NORETURN void __ubsan_handle_builtin_unreachable(const struct location *location) {
    place(location);
    __dovetail_say("__builtin_unreachable was reached, or a function that must not return did");
    __dovetail_end(END_UNDEFINED, CHECK_NONE, 0);
}
