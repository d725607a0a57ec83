/* Models of <ctype.h> in the C locale, with the variants that take a locale (there is no other one: see locale.c).
 *
 * A test returns zero or any number that is not zero: C promises no more. An argument that is neither a byte nor EOF is undefined
 * in C: libraries look it up in a table without asking. Tables begin with the least char, since so many programs forget to
 * convert; what is below zero is in no class. Beyond the table a test has no answer.
 */

int __dovetail_choice(void);
void __dovetail_unsupported(const char *reason);

static void __dovetail_in_the_table(int c) {
    if (c < -128 || c > 255)
        __dovetail_unsupported("a function of <ctype.h> of what is no character");
}

static int __dovetail_truth(int c, int holds) {
    int any;
    __dovetail_in_the_table(c);
    if (!holds)
        return 0;
    any = __dovetail_choice();
    return any != 0 ? any : 1;
}

int isdigit(int c) {
    return __dovetail_truth(c, c >= '0' && c <= '9');
}

int isupper(int c) {
    return __dovetail_truth(c, c >= 'A' && c <= 'Z');
}

int islower(int c) {
    return __dovetail_truth(c, c >= 'a' && c <= 'z');
}

int isalpha(int c) {
    return __dovetail_truth(c, (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
}

int isalnum(int c) {
    return __dovetail_truth(c, (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
}

int isxdigit(int c) {
    return __dovetail_truth(c, (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f'));
}

int isspace(int c) {
    return __dovetail_truth(c, c == ' ' || (c >= '\t' && c <= '\r'));
}

int isblank(int c) {
    return __dovetail_truth(c, c == ' ' || c == '\t');
}

int iscntrl(int c) {
    return __dovetail_truth(c, (c >= 0 && c < 32) || c == 127);
}

int isprint(int c) {
    return __dovetail_truth(c, c >= 32 && c < 127);
}

int isgraph(int c) {
    return __dovetail_truth(c, c > 32 && c < 127);
}

int ispunct(int c) {
    return __dovetail_truth(c, (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~'));
}

int isascii(int c) {
    return c >= 0 && c < 128 ? __dovetail_truth(c, 1) : 0;
}

int toascii(int c) {
    return c & 127;
}

/* Beyond the table nothing is looked up: it stays as it is. Below zero some libraries give the byte, others do not. */
static int __dovetail_unconverted(int c) {
    return c < -1 && c >= -128 && __dovetail_choice() != 0 ? c & 255 : c;
}

int tolower(int c) {
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : __dovetail_unconverted(c);
}

int toupper(int c) {
    return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : __dovetail_unconverted(c);
}

int isalnum_l(int c, void *locale) {
    (void)locale;
    return isalnum(c);
}

int isalpha_l(int c, void *locale) {
    (void)locale;
    return isalpha(c);
}

int isblank_l(int c, void *locale) {
    (void)locale;
    return isblank(c);
}

int iscntrl_l(int c, void *locale) {
    (void)locale;
    return iscntrl(c);
}

int isdigit_l(int c, void *locale) {
    (void)locale;
    return isdigit(c);
}

int isgraph_l(int c, void *locale) {
    (void)locale;
    return isgraph(c);
}

int islower_l(int c, void *locale) {
    (void)locale;
    return islower(c);
}

int isprint_l(int c, void *locale) {
    (void)locale;
    return isprint(c);
}

int ispunct_l(int c, void *locale) {
    (void)locale;
    return ispunct(c);
}

int isspace_l(int c, void *locale) {
    (void)locale;
    return isspace(c);
}

int isupper_l(int c, void *locale) {
    (void)locale;
    return isupper(c);
}

int isxdigit_l(int c, void *locale) {
    (void)locale;
    return isxdigit(c);
}

int tolower_l(int c, void *locale) {
    (void)locale;
    return tolower(c);
}

int toupper_l(int c, void *locale) {
    (void)locale;
    return toupper(c);
}
