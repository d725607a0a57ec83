/* A reader of configuration lines: `name = number`, comments behind `#`, blank lines. It is a state machine that is
 * fed one character at a time; it keeps how many settings there were, the last value, and where the first mistake is.
 *
 * `main` is a driver: it reads characters from the inputs until a zero or the limit, so that a test is a text, as a
 * vector of character codes. Names are letters; values are decimal, perhaps with a sign, and at most 999.
 *
 * The predicates are what a tester of a parser thinks of: is anything read yet, is there a sign, is the value at its
 * limit, was there a mistake before.
 */
#include <dovetail.h>

#define CHARACTERS 24
#define LONGEST 3
#define LARGEST 999

enum state { START, NAME, BEHIND_NAME, BEFORE_VALUE, VALUE, BEHIND_VALUE, COMMENT, BROKEN };

static enum state state;
static int letters;  /* of the name that is being read */
static int digits;   /* of the value that is being read */
static int negative; /* is there a minus before it? */
static int value;
static int line;
static int mistake; /* the line of the first one; 0: none */
static int settings;
static int last; /* the last value that was set */

/* ---- characters ---------------------------------------------------------------------------------------- */

static int is_letter(int c) {
    if (c >= 'a' && c <= 'z')
        return 1;
    return c == '_';
}

static int is_digit(int c) { return c >= '0' && c <= '9'; }

static int is_blank(int c) { return c == ' ' || c == '\t'; }

/* ---- lines --------------------------------------------------------------------------------------------- */

static void begin_line(void) {
    state = START;
    letters = 0;
    digits = 0;
    negative = 0;
    value = 0;
}

static void broken(void) {
    dovetail_predicate(mistake == 0);
    if (mistake == 0)
        mistake = line;
    state = BROKEN;
}

static void set(void) {
    dovetail_predicate(negative);
    dovetail_predicate(value == 0);
    if (negative)
        last = -value;
    else
        last = value;
    settings++;
}

static void end_line(void) {
    switch (state) {
    case START:
    case COMMENT:
    case BROKEN:
        break;
    case VALUE:
        if (digits == 0)
            broken();
        else
            set();
        break;
    case BEHIND_VALUE:
        set();
        break;
    default:
        broken();
        break;
    }
    line++;
    begin_line();
}

/* ---- one character ------------------------------------------------------------------------------------- */

static void add_letter(void) {
    dovetail_predicate(letters == LONGEST);
    if (letters == LONGEST) {
        broken();
        return;
    }
    letters++;
    state = NAME;
}

static void add_digit(int c) {
    dovetail_predicate(digits == 0);
    dovetail_predicate(digits == LONGEST);
    dovetail_predicate(negative);
    if (digits == LONGEST) {
        broken();
        return;
    }
    value = value * 10 + (c - '0');
    digits++;
    state = VALUE;
}

static void before_value(int c) {
    if (is_blank(c))
        return;
    if (c == '-') {
        negative = 1;
        state = VALUE;
        return;
    }
    if (is_digit(c)) {
        add_digit(c);
        return;
    }
    broken();
}

static void in_value(int c) {
    dovetail_predicate(digits == 0);
    dovetail_predicate(negative);
    if (is_digit(c)) {
        add_digit(c);
        return;
    }
    if (is_blank(c) && digits > 0) {
        state = BEHIND_VALUE;
        return;
    }
    broken();
}

static void feed(int c) {
    if (c == '\n') {
        end_line();
        return;
    }
    switch (state) {
    case START:
        if (is_letter(c))
            add_letter();
        else if (c == '#')
            state = COMMENT;
        else if (!is_blank(c))
            broken();
        break;
    case NAME:
        if (is_letter(c))
            add_letter();
        else if (is_blank(c))
            state = BEHIND_NAME;
        else if (c == '=')
            state = BEFORE_VALUE;
        else
            broken();
        break;
    case BEHIND_NAME:
        if (c == '=')
            state = BEFORE_VALUE;
        else if (!is_blank(c))
            broken();
        break;
    case BEFORE_VALUE:
        before_value(c);
        break;
    case VALUE:
        in_value(c);
        break;
    case BEHIND_VALUE:
        if (!is_blank(c))
            broken();
        break;
    case COMMENT:
    case BROKEN:
        break;
    }
}

/* ---- the driver ---------------------------------------------------------------------------------------- */

int main(void) {
    int read = 0;
    line = 1;
    begin_line();
    while (read < CHARACTERS) {
        int c = dovetail_any_int();
        if (c == 0)
            break;
        feed(c);
        dovetail_always(value <= LARGEST);
        dovetail_always(letters <= LONGEST);
        read++;
    }
    end_line();
    dovetail_predicate(mistake == 0);
    dovetail_predicate(settings == 0);
    if (mistake != 0)
        return mistake;
    return 0;
}
