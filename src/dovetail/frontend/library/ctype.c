/* Models of <ctype.h> in the C locale.
 *
 * A test returns zero or any number that is not zero: C promises no more. An argument that is neither a byte nor EOF is undefined
 * in C and is in no class here.
 */

int __dovetail_choice(void);

static int __dovetail_truth(int holds) {
    int any;
    if (!holds)
        return 0;
    any = __dovetail_choice();
    return any != 0 ? any : 1;
}

int isdigit(int c) {
    return __dovetail_truth(c >= '0' && c <= '9');
}

int isupper(int c) {
    return __dovetail_truth(c >= 'A' && c <= 'Z');
}

int islower(int c) {
    return __dovetail_truth(c >= 'a' && c <= 'z');
}

int isalpha(int c) {
    return __dovetail_truth((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
}

int isalnum(int c) {
    return __dovetail_truth((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
}

int isxdigit(int c) {
    return __dovetail_truth((c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f'));
}

int isspace(int c) {
    return __dovetail_truth(c == ' ' || (c >= '\t' && c <= '\r'));
}

int isblank(int c) {
    return __dovetail_truth(c == ' ' || c == '\t');
}

int iscntrl(int c) {
    return __dovetail_truth((c >= 0 && c < 32) || c == 127);
}

int isprint(int c) {
    return __dovetail_truth(c >= 32 && c < 127);
}

int isgraph(int c) {
    return __dovetail_truth(c > 32 && c < 127);
}

int ispunct(int c) {
    return __dovetail_truth((c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~'));
}

int isascii(int c) {
    return __dovetail_truth(c >= 0 && c < 128);
}

int toascii(int c) {
    return c & 127;
}

int tolower(int c) {
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

int toupper(int c) {
    return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c;
}
