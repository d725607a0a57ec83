/* Models of <wctype.h> in the C locale, with the variants that take a locale (there is no other one: see locale.c).
 *
 * A test returns zero or any number that is not zero. What a wide character beyond ASCII is, is up to the library: in
 * glibc's C locale it is in no class, musl has tables of Unicode. The former is done here; what depends on it is not
 * known.
 */

typedef __WINT_TYPE__ wint_t;

int __dovetail_choice(void);
void __dovetail_unsupported(const char *reason);

static void __dovetail_beyond_ascii(wint_t c) {
    if (c > 127 && c != (wint_t)-1 && __dovetail_choice() != 0)
        __dovetail_unsupported("what a wide character beyond ASCII is: up to the library");
}

static int __dovetail_some_truth(wint_t c, int holds) {
    int any;
    __dovetail_beyond_ascii(c);
    if (!holds)
        return 0;
    any = __dovetail_choice();
    return any != 0 ? any : 1;
}

int iswdigit(wint_t c) {
    int any = c >= '0' && c <= '9' ? __dovetail_choice() : 0;
    return c >= '0' && c <= '9' ? (any != 0 ? any : 1) : 0;
}

int iswupper(wint_t c) {
    return __dovetail_some_truth(c, c >= 'A' && c <= 'Z');
}

int iswlower(wint_t c) {
    return __dovetail_some_truth(c, c >= 'a' && c <= 'z');
}

int iswalpha(wint_t c) {
    return __dovetail_some_truth(c, (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
}

int iswalnum(wint_t c) {
    return __dovetail_some_truth(c, (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
}

int iswxdigit(wint_t c) {
    int holds = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
    int any = holds ? __dovetail_choice() : 0;
    return holds ? (any != 0 ? any : 1) : 0;
}

int iswspace(wint_t c) {
    return __dovetail_some_truth(c, c == ' ' || (c >= '\t' && c <= '\r'));
}

int iswblank(wint_t c) {
    return __dovetail_some_truth(c, c == ' ' || c == '\t');
}

int iswcntrl(wint_t c) {
    return __dovetail_some_truth(c, c < 32 || c == 127);
}

int iswprint(wint_t c) {
    return __dovetail_some_truth(c, c >= 32 && c < 127);
}

int iswgraph(wint_t c) {
    return __dovetail_some_truth(c, c > 32 && c < 127);
}

int iswpunct(wint_t c) {
    return __dovetail_some_truth(
        c, (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~'));
}

wint_t towlower(wint_t c) {
    __dovetail_beyond_ascii(c);
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

wint_t towupper(wint_t c) {
    __dovetail_beyond_ascii(c);
    return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c;
}

int iswalnum_l(wint_t c, void *locale) {
    (void)locale;
    return iswalnum(c);
}

int iswalpha_l(wint_t c, void *locale) {
    (void)locale;
    return iswalpha(c);
}

int iswblank_l(wint_t c, void *locale) {
    (void)locale;
    return iswblank(c);
}

int iswcntrl_l(wint_t c, void *locale) {
    (void)locale;
    return iswcntrl(c);
}

int iswdigit_l(wint_t c, void *locale) {
    (void)locale;
    return iswdigit(c);
}

int iswgraph_l(wint_t c, void *locale) {
    (void)locale;
    return iswgraph(c);
}

int iswlower_l(wint_t c, void *locale) {
    (void)locale;
    return iswlower(c);
}

int iswprint_l(wint_t c, void *locale) {
    (void)locale;
    return iswprint(c);
}

int iswpunct_l(wint_t c, void *locale) {
    (void)locale;
    return iswpunct(c);
}

int iswspace_l(wint_t c, void *locale) {
    (void)locale;
    return iswspace(c);
}

int iswupper_l(wint_t c, void *locale) {
    (void)locale;
    return iswupper(c);
}

int iswxdigit_l(wint_t c, void *locale) {
    (void)locale;
    return iswxdigit(c);
}

wint_t towlower_l(wint_t c, void *locale) {
    (void)locale;
    return towlower(c);
}

wint_t towupper_l(wint_t c, void *locale) {
    (void)locale;
    return towupper(c);
}
